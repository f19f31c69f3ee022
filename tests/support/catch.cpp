// Builds the precompiled header of all tests.
#include "tests/support/catch.hpp"
