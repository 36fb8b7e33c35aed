// Bytes sent by the host's network interfaces.
#pragma once

#include <cstdint>

namespace orrery::workloads {

// Bytes that all interfaces, including loopback, have sent since they were created. 0 if the host does not report them.
std::uint64_t network_bytes();

}  // namespace orrery::workloads
