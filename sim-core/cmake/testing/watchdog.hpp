// Every check is ended after two minutes (leak_check.cpp). One that plays many histories, for as long as its caller says,
// gives each history its two minutes.
#pragma once

#include <unistd.h>

namespace orrery::testing {

inline constexpr unsigned watchdog_s = 120;

// The two minutes begin now.
inline void restart_watchdog() { ::alarm(watchdog_s); }

}  // namespace orrery::testing
