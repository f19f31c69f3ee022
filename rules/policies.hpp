// How bots play each game: a game that has a policy is a line here, any other is played at `easy`.
#pragma once

#include "rules/fortyone/policy.hpp"
#include "rules/selfish/policy.hpp"
#include "rules/sugekari21/policy.hpp"
#include "rules/ttpageone/policy.hpp"
#include "rules/twentytwo/policy.hpp"
