#include "pipe.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "orrery/base/clock.hpp"
#include "orrery/contracts/binary_records.hpp"

namespace orrery::telemetry {

Publisher::Pipe::Pipe(int fd) : fd_(fd) {
  if (fd_ < 0) return;
  const int flags = ::fcntl(fd_, F_GETFL);
  if (flags < 0 || ::fcntl(fd_, F_SETFL, flags | O_NONBLOCK) < 0) {
    trouble_ = std::string("telemetry pipe: ") + std::strerror(errno);
    fd_ = -1;
    return;
  }
#ifdef F_SETPIPE_SZ
  // A frame of entities or samples at once, where the system lets us; without it they take some rounds.
  (void)::fcntl(fd_, F_SETPIPE_SZ, static_cast<int>(contracts::max_frame_bytes));
#endif
}

void Publisher::Pipe::put(std::vector<std::byte> frame, contracts::FrameKind kind,
                          std::uint64_t rows) {
  if (fd_ < 0) return;
  if (kind != contracts::FrameKind::samples) {
    for (std::size_t i = written_ > 0 ? 1 : 0; i < pending_.size(); ++i) {
      if (pending_[i].kind != kind) continue;
      pending_bytes_ -= pending_[i].bytes.size();
      pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    }
  } else if (pending_bytes_ + frame.size() > greatest_pending_bytes) {
    dropped_rows_ += rows;
    return;
  }
  pending_bytes_ += frame.size();
  pending_.push_back({std::move(frame), kind});
  pump();
}

void Publisher::Pipe::pump() {
  while (fd_ >= 0 && !pending_.empty()) {
    Pending& first = pending_.front();
    if (written_ == 0) set_sequence(first.bytes, sequence_ + 1);
    const ssize_t wrote =
        ::write(fd_, first.bytes.data() + written_, first.bytes.size() - written_);
    if (wrote < 0) {
      if (errno == EINTR) continue;
      if (errno == EAGAIN) return;
      trouble_ = std::string("telemetry pipe: ") + std::strerror(errno);
      fd_ = -1;
      pending_.clear();
      return;
    }
    written_ += static_cast<std::size_t>(wrote);
    if (written_ == first.bytes.size()) {
      pending_bytes_ -= first.bytes.size();
      pending_.pop_front();
      written_ = 0;
      ++sequence_;
    }
  }
}

void Publisher::Pipe::drain(std::int64_t deadline_ns) {
  for (pump(); fd_ >= 0 && !pending_.empty(); pump()) {
    const std::int64_t left_ms = (deadline_ns - base::now_ns()) / 1'000'000;
    if (left_ms <= 0) {
      trouble_ = "telemetry pipe: the reader did not take the last frames in time";
      return;
    }
    pollfd wait{fd_, POLLOUT, 0};
    ::poll(&wait, 1, static_cast<int>(std::min<std::int64_t>(left_ms, 100)));
  }
}

}  // namespace orrery::telemetry
