#include "room/sprawling.hpp"

void Sprawling::here() {}
