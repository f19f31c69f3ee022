// Write a bot for Tefuda: a class with a `choose`, and `main`. See bot.cpp beside this folder.
#pragma once

#include <tefuda/client.hpp>
#include <tefuda/command_line.hpp>
#include <tefuda/templates.hpp>
