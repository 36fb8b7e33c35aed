// The kernel's count of sockets in TIME-WAIT, and the number of local ports for connections.
//
// Both belong to the network namespace: sockets of other processes count too.
#pragma once

#include <cstdint>
#include <string>

namespace orrery::workloads::messaging {

// Reads the count from the text of /proc/net/sockstat; 0 if the text has none.
std::uint64_t time_wait_in(const std::string& sockstat);
std::uint64_t sockets_in_time_wait();

// Number of ports from which connections are made (net.ipv4.ip_local_port_range); 0 if it cannot be read.
std::uint64_t local_ports();

}  // namespace orrery::workloads::messaging
