// Every check is ended after five minutes (leak_check.cpp). One that plays many histories, for as long as its caller says,
// gives each history its five minutes.
#pragma once

#include <unistd.h>

namespace orrery::testing {

inline constexpr unsigned watchdog_s = 300;

// The five minutes begin now.
inline void restart_watchdog() { ::alarm(watchdog_s); }

}  // namespace orrery::testing
