#include "upper/upper.hpp"
