// What the host's network interfaces have sent.
#pragma once

#include <cstdint>

namespace orrery::workloads {

// Bytes that all interfaces have sent since the host began, loopback included; 0 if the host does not say.
std::uint64_t network_bytes();

}  // namespace orrery::workloads
