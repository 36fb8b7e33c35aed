#include "saving/snapshot_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "orrery/base/unique_fd.hpp"

#include "wire/wire.hpp"

namespace orrery::rti {
namespace {

struct Head {
  std::array<char, 8> magic{};
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
};
constexpr std::array<char, 8> magic = {'O', 'R', 'R', 'S', 'A', 'V', 'E', '9'};

// FNV-1a: finds damage, not malice.
std::uint64_t checksum(Bytes bytes) {
  std::uint64_t sum = 0xcbf29ce484222325U;
  for (const std::byte each : bytes) {
    sum = (sum ^ std::to_integer<std::uint64_t>(each)) * 0x100000001b3U;
  }
  return sum;
}

Error failed(const std::string& doing, const std::string& path) {
  return {ErrorCode::RTIinternalError, doing + " " + path + ": " + std::strerror(errno)};
}

bool write_all(int fd, Bytes bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(fd, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(wrote));
  }
  return true;
}

bool read_all(int fd, std::span<std::byte> out) {
  while (!out.empty()) {
    const ssize_t got = ::read(fd, out.data(), out.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    out = out.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

std::string plain(const std::string& name) {
  std::string made;
  for (const char each : name) {
    const bool kept = (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') ||
                      (each >= '0' && each <= '9') || each == '-' || each == '_';
    std::array<char, 4> hex{};
    std::snprintf(hex.data(), hex.size(), "%%%02x", static_cast<unsigned>(each) & 0xFFU);
    made += kept ? std::string(1, each) : std::string(hex.data());
  }
  return made;
}

}  // namespace

std::string snapshot_path(const std::string& directory, const std::string& federation,
                          const std::string& label, std::uint32_t node) {
  return directory + "/" + plain(federation) + "." + plain(label) + ".node" + std::to_string(node) +
         ".save";
}

Status write_snapshot(const std::string& path, Bytes state, std::size_t most_bytes) {
  if (state.size() > most_bytes) {
    return Error{ErrorCode::RTIinternalError, path + " would have " + std::to_string(state.size()) +
                                                  " bytes, " + std::to_string(most_bytes) +
                                                  " are allowed: raise most_save_bytes"};
  }
  const std::string beside = path + ".part";
  const base::UniqueFd file(::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!file) return failed("making", beside);
  const Head head{magic, state.size(), checksum(state)};
  if (!write_all(file.get(), std::as_bytes(std::span(&head, 1))) || !write_all(file.get(), state) ||
      ::fsync(file.get()) != 0) {
    return failed("writing", beside);
  }
  return {};
}

Status place_snapshot(const std::string& path) {
  if (::rename((path + ".part").c_str(), path.c_str()) == 0) return {};
  return failed("placing", path);
}

void drop_snapshot(const std::string& path) { (void)::unlink((path + ".part").c_str()); }

Result<std::vector<std::byte>> read_snapshot(const std::string& path, std::size_t most_bytes) {
  const base::UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return failed("opening", path);
  Head head;
  struct stat found{};
  if (::fstat(file.get(), &found) != 0) return failed("looking at", path);
  const bool whole = read_all(file.get(), std::as_writable_bytes(std::span(&head, 1))) &&
                     head.magic == magic && head.bytes <= most_bytes &&
                     static_cast<std::uint64_t>(found.st_size) == sizeof head + head.bytes;
  std::vector<std::byte> state(whole ? head.bytes : 0);
  if (!whole || !read_all(file.get(), state) || checksum(state) != head.checksum) {
    return Error{ErrorCode::RTIinternalError, path + " is no saved federation, or is damaged"};
  }
  return state;
}

}  // namespace orrery::rti
