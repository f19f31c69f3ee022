// A kit for Tefuda bots: write a subclass of tefuda::Bot and pass it to tefuda::main. See the sample bot.cpp.
#pragma once

#include <tefuda/client.hpp>
#include <tefuda/command_line.hpp>
#include <tefuda/templates.hpp>
