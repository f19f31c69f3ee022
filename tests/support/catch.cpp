// The precompiled header of all tests is built with this file.
#include "tests/support/catch.hpp"
