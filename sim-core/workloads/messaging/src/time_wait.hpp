// Sockets in TIME-WAIT, as the kernel counts them, and the local ports that they compete for.
//
// Both are of the network namespace: sockets of others on the host count too.
#pragma once

#include <cstdint>
#include <string>

namespace orrery::workloads::messaging {

// Of the text of /proc/net/sockstat; 0 if it says nothing of it.
std::uint64_t time_wait_in(const std::string& sockstat);
std::uint64_t sockets_in_time_wait();

// Ports from which connections are made (net.ipv4.ip_local_port_range); 0 if that cannot be read.
std::uint64_t local_ports();

}  // namespace orrery::workloads::messaging
