#include "line_reader.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>

namespace orrery::worker {

LineReader::Got LineReader::buffered(std::string& line) {
  const std::size_t end = buffer_.find('\n', searched_);
  if (end == std::string::npos) {
    searched_ = buffer_.size();
    return buffer_.size() > greatest_line ? Got::too_long : Got::nothing;
  }
  line.assign(buffer_, 0, end);
  buffer_.erase(0, end + 1);
  searched_ = 0;
  return line.size() > greatest_line ? Got::too_long : Got::line;
}

LineReader::Got LineReader::fill() {
  std::array<char, 65536> chunk{};
  for (;;) {
    const ssize_t got = ::read(fd_, chunk.data(), chunk.size());
    if (got > 0) {
      buffer_.append(chunk.data(), static_cast<std::size_t>(got));
      return Got::line;
    }
    if (got == 0) return Got::end;
    if (errno != EINTR) return Got::failed;
  }
}

LineReader::Got LineReader::next(std::string& line) {
  for (;;) {
    if (const Got got = buffered(line); got != Got::nothing) return got;
    if (const Got got = fill(); got != Got::line) return got;
  }
}

}  // namespace orrery::worker
