// The write end of the telemetry pipe: takes whole frames, writes as much as the reader takes, never blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "orrery/telemetry/publisher.hpp"

namespace orrery::telemetry {

class Publisher::Pipe {
 public:
  explicit Pipe(int fd);

  // A window, or what entities are, takes the place of one of its kind that has not been begun to be written. Rows of samples
  // that found no room are counted in dropped_rows(). Frames are numbered when their writing begins.
  void put(std::vector<std::byte> frame, contracts::FrameKind kind, std::uint64_t rows);
  void pump();
  // Until everything is written, the pipe is closed, or the time is up.
  void drain(std::int64_t deadline_ns);

  [[nodiscard]] std::uint64_t dropped_rows() const { return dropped_rows_; }
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

 private:
  struct Pending {
    std::vector<std::byte> bytes;
    contracts::FrameKind kind = contracts::FrameKind::window;
  };
  static constexpr std::size_t greatest_pending_bytes = std::size_t{8} * 1024 * 1024;

  int fd_;
  std::deque<Pending> pending_;
  std::size_t pending_bytes_ = 0;
  std::size_t written_ = 0;  // of the first pending frame
  std::uint64_t sequence_ = 0;
  std::uint64_t dropped_rows_ = 0;
  std::string trouble_;
};

}  // namespace orrery::telemetry
