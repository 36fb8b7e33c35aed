// The sockets that hear multicast groups. A socket holds as many memberships as the kernel allows (20
// by default) and hears its own groups alone; the next group gets a socket of its own.
#pragma once

#include <netinet/in.h>

#include <vector>

#include "orrery/base/result.hpp"
#include "orrery/base/unique_fd.hpp"

namespace orrery::transport {

class GroupSockets {
 public:
  GroupSockets(in_addr interface, int epoll, std::uint32_t buffer_bytes)
      : interface_(interface), epoll_(epoll), buffer_bytes_(buffer_bytes) {}

  base::Status join(const sockaddr_in& group);
  void leave(const sockaddr_in& group);  // a group joined twice is left twice
  void clear() { sockets_.clear(); }

  struct Member {
    sockaddr_in group{};
    unsigned times = 0;
  };
  struct Socket {
    base::UniqueFd fd;
    in_port_t port = 0;
    std::vector<Member> groups;
    std::uint32_t kernel_dropped = 0;
  };
  std::vector<Socket>& all() { return sockets_; }

 private:
  base::Result<Socket> make(in_port_t port) const;

  const in_addr interface_;
  const int epoll_;
  const std::uint32_t buffer_bytes_;
  std::vector<Socket> sockets_;
};

// Shared with the port's own socket.
base::Status prepare_datagram_socket(int fd, std::uint32_t buffer_bytes);

}  // namespace orrery::transport
