#include "forked.hpp"

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <exception>
#include <iostream>
#include <stdexcept>

#include "orrery/base/process.hpp"

namespace orrery::bench {

Forked::Forked(std::span<const int> cores, const std::function<void()>& body) {
  const int parent = ::getpid();
  std::cout.flush();
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error(base::error_from_errno("fork", errno).message);
  if (pid_ > 0) return;
  int status = 1;
  try {
    if (base::die_with_parent(parent, SIGKILL) && base::pin_to_cores(cores)) {
      body();
      status = 0;
    }
  } catch (const std::exception& error) {
    std::cerr << "orrery-bench: " << error.what() << "\n";
  }
  ::_exit(status);
}

Forked::~Forked() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

bool Forked::wait() {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0) {
    if (errno != EINTR) return false;
  }
  pid_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

struct Pinned::Before {
  cpu_set_t cores;
};

Pinned::Pinned(std::span<const int> cores) : before_(new Before) {
  CPU_ZERO(&before_->cores);
  ::sched_getaffinity(0, sizeof before_->cores, &before_->cores);
  if (auto pinned = base::pin_to_cores(cores); !pinned) {
    delete before_;
    throw std::runtime_error(pinned.error().message);
  }
}

Pinned::~Pinned() {
  ::sched_setaffinity(0, sizeof before_->cores, &before_->cores);
  delete before_;
}

}  // namespace orrery::bench
