#include "orrery/base/shared_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace orrery::base {
namespace {

Result<std::byte*> map(int fd, std::size_t bytes) {
  void* at = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (at == MAP_FAILED) return error_from_errno("mapping shared memory", errno);
  return static_cast<std::byte*>(at);
}

}  // namespace

Result<SharedMemory> SharedMemory::create(std::size_t bytes) {
  UniqueFd fd(::memfd_create("orrery", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd) return error_from_errno("creating shared memory", errno);
  if (::ftruncate(fd.get(), static_cast<off_t>(bytes)) != 0) {
    return error_from_errno("sizing shared memory to " + std::to_string(bytes) + " bytes", errno);
  }
  // A peer that could shrink it could kill us with SIGBUS.
  if (::fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    return error_from_errno("sealing shared memory", errno);
  }
  auto data = map(fd.get(), bytes);
  if (!data) return data.error();
  return SharedMemory(std::move(fd), *data, bytes);
}

Result<SharedMemory> SharedMemory::attach(UniqueFd fd, std::size_t least_bytes) {
  struct stat facts{};
  if (::fstat(fd.get(), &facts) != 0) return error_from_errno("inspecting shared memory", errno);
  const auto bytes = static_cast<std::size_t>(facts.st_size);
  if (bytes < least_bytes) {
    return Error{ErrorCode::refused, "shared memory of " + std::to_string(bytes) +
                                         " bytes where at least " + std::to_string(least_bytes) +
                                         " are needed"};
  }
  const int seals = ::fcntl(fd.get(), F_GET_SEALS);
  if (seals < 0 || (seals & F_SEAL_SHRINK) == 0) {
    return Error{ErrorCode::refused, "shared memory that its maker could shrink"};
  }
  auto data = map(fd.get(), bytes);
  if (!data) return data.error();
  return SharedMemory(std::move(fd), *data, bytes);
}

SharedMemory::SharedMemory(UniqueFd fd, std::byte* data, std::size_t size)
    : fd_(std::move(fd)), data_(data), size_(size) {}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : fd_(std::move(other.fd_)),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
  if (this != &other) {
    unmap();
    fd_ = std::move(other.fd_);
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
  }
  return *this;
}

SharedMemory::~SharedMemory() { unmap(); }

void SharedMemory::unmap() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

}  // namespace orrery::base
