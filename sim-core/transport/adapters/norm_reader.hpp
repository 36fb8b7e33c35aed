// The messages in a stream of NORM's, which is one of bytes. After a part of it was lost reading goes on with the next
// message that NORM knows the start of; the numbers show the gap.
#pragma once

#include <normApi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::transport {

// Before every message.
struct NormHead {
  std::uint32_t bytes = 0;
  std::uint32_t key = 0;     // of the run
  std::uint64_t number = 0;  // of the stream, from 1 on
};

class NormReader {
 public:
  enum class Next : std::uint8_t { none, message, foreign, malformed };

  NormReader(std::uint32_t key, std::size_t greatest) : key_(key), greatest_(greatest) {}
  NormReader(const NormReader&) = delete;
  NormReader& operator=(const NormReader&) = delete;
  ~NormReader() { detach(); }

  void attach(NormObjectHandle stream);
  void detach();
  void updated() { has_more_ = true; }  // NORM has something to read

  // What comes next; a message is there until pop(). Foreign: all of the stream is another run's and is not read on.
  Next next();
  [[nodiscard]] std::uint64_t number() const { return head_.number; }
  [[nodiscard]] std::span<const std::byte> message() const {
    return std::span(bytes_).subspan(begin_ + sizeof(NormHead), head_.bytes);
  }
  void pop() { begin_ += sizeof(NormHead) + head_.bytes; }

 private:
  bool fill();
  void seek();

  const std::uint32_t key_;
  const std::size_t greatest_;
  NormObjectHandle stream_ = nullptr;
  bool has_more_ = false;
  bool seeking_ = false;
  NormHead head_;
  std::vector<std::byte> bytes_;  // [begin_, end_) have been read and not shown
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace orrery::transport
