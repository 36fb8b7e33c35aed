// A function run in a process of its own, pinned to cores, that ends with it and with its maker.
#pragma once

#include <functional>
#include <span>

namespace orrery::bench {

class Forked {
 public:
  // Throws std::runtime_error if the process cannot be made.
  Forked(std::span<const int> cores, const std::function<void()>& body);
  Forked(Forked&& other) noexcept : pid_(other.pid_) { other.pid_ = -1; }
  Forked& operator=(Forked&&) = delete;
  ~Forked();  // kills what has not been waited for

  // True if the body returned and did not throw.
  bool wait();

 private:
  int pid_ = -1;
};

// Pins the calling process for as long as this lives.
class Pinned {
 public:
  explicit Pinned(std::span<const int> cores);
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  ~Pinned();

 private:
  struct Before;
  Before* before_;
};

}  // namespace orrery::bench
