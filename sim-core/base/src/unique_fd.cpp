#include "orrery/base/unique_fd.hpp"

#include <unistd.h>

namespace orrery::base {

void UniqueFd::reset(int fd) {
  // A failed close has still given the descriptor up on Linux: there is nothing to retry.
  if (fd_ >= 0) ::close(fd_);
  fd_ = fd;
}

}  // namespace orrery::base
