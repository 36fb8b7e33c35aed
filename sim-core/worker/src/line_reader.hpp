// Lines from a descriptor, at most 8 MiB each. One thread at a time.
#pragma once

#include <cstddef>
#include <string>

namespace orrery::worker {

class LineReader {
 public:
  enum class Got { line, nothing, end, too_long, failed };

  explicit LineReader(int fd) : fd_(fd) {}

  [[nodiscard]] int fd() const { return fd_; }
  // A line that has already been read, without its end; `nothing` if there is no whole one.
  Got buffered(std::string& line);
  // Reads once from the descriptor (which may block) what is there.
  Got fill();
  // Waits for the next line.
  Got next(std::string& line);

 private:
  static constexpr std::size_t greatest_line = std::size_t{8} * 1024 * 1024;

  int fd_;
  std::string buffer_;
  std::size_t searched_ = 0;
};

}  // namespace orrery::worker
