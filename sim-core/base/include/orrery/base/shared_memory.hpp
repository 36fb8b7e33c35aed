// Memory shared between processes, without a name in any file system: nothing is left behind by a
// crash.
//
// create() makes a zeroed, sealed-in-size memfd; it is inherited by fork at the same address, or
// its descriptor is passed to another process, which attach()es it. The mapping ends with the
// object, the memory with the last mapping.
#pragma once

#include <cstddef>

#include "orrery/base/result.hpp"
#include "orrery/base/unique_fd.hpp"

namespace orrery::base {

class SharedMemory {
 public:
  static Result<SharedMemory> create(std::size_t bytes);
  // Maps the whole object; refuses one smaller than `least_bytes` or one that its maker could still
  // shrink.
  static Result<SharedMemory> attach(UniqueFd fd, std::size_t least_bytes);

  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&& other) noexcept;
  ~SharedMemory();

  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] int fd() const { return fd_.get(); }
  UniqueFd take_fd() { return std::move(fd_); }

 private:
  SharedMemory(UniqueFd fd, std::byte* data, std::size_t size);
  void unmap();

  UniqueFd fd_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace orrery::base
