// Includes the bot policy of every game that has one. Bots of a game without a policy play at level `easy`.
#pragma once

#include "rules/fortyone/policy.hpp"
#include "rules/selfish/policy.hpp"
#include "rules/sugekari21/policy.hpp"
#include "rules/ttpageone/policy.hpp"
#include "rules/twentytwo/policy.hpp"
