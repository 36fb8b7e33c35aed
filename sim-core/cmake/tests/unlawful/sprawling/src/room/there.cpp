#include "room/sprawling.hpp"

int Sprawling::there() { return 0; }
