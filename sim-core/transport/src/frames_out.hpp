// Messages on their way to a stream, as frames (see stream_channel.hpp): each is written once, where it is sent from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

namespace orrery::transport {

inline constexpr std::size_t frame_header_bytes = 8;
// Said last, in place of a length.
inline constexpr std::uint32_t good_bye = ~std::uint32_t{0};
inline constexpr std::uint32_t given_up = good_bye - 1;

constexpr std::size_t frame_bytes(std::size_t payload) {
  return frame_header_bytes + ((payload + 7) & ~std::size_t{7});
}

class FramesOut {
 public:
  // For two of the greatest frames at least.
  explicit FramesOut(std::size_t capacity)
      : capacity_(capacity), bytes_(std::make_unique_for_overwrite<std::byte[]>(capacity)) {}

  [[nodiscard]] bool empty() const { return begin_ == end_; }
  // That wait, the first to leave first.
  [[nodiscard]] std::span<const std::byte> bytes() const {
    return {bytes_.get() + begin_, end_ - begin_};
  }
  // So many of them have left.
  void left(std::size_t bytes) {
    begin_ += bytes;
    if (empty()) clear();
  }
  void clear() { begin_ = end_ = whole_ = 0; }

  // Is there room for such a payload? Where there is none compact() may make some.
  [[nodiscard]] bool fits(std::size_t payload) const {
    return end_ + frame_bytes(payload) <= capacity_;
  }
  [[nodiscard]] bool would_fit(std::size_t payload) const {
    return end_ - begin_ + frame_bytes(payload) <= capacity_;
  }
  void compact() {
    if (begin_ == 0) return;
    find_whole();  // before the header of one that has begun to leave is overwritten
    std::memmove(bytes_.get(), bytes_.get() + begin_, end_ - begin_);
    end_ -= begin_;
    whole_ -= begin_;
    begin_ = 0;
  }

  // Where the payload of the next frame goes; fits() first.
  [[nodiscard]] std::byte* payload() { return bytes_.get() + end_ + frame_header_bytes; }
  void commit(std::size_t payload) {
    put_header(static_cast<std::uint32_t>(payload));
    const std::size_t whole = frame_bytes(payload);
    // Padding is sent too: it must not carry what lay there before.
    std::memset(bytes_.get() + end_ + frame_header_bytes + payload, 0,
                whole - frame_header_bytes - payload);
    end_ += whole;
  }
  void put_good_bye() {  // fits(0) first
    put_header(good_bye);
    end_ += frame_header_bytes;
  }
  // What has not begun to leave gives way to the word, if there is no room.
  void put_given_up() {
    if (!would_fit(0)) {
      find_whole();
      end_ = whole_;
    }
    compact();
    put_header(given_up);
    end_ += frame_header_bytes;
  }

 private:
  void put_header(std::uint32_t word) {
    const std::uint64_t header = word;
    std::memcpy(bytes_.get() + end_, &header, sizeof header);
  }
  // The first frame of which nothing has left.
  void find_whole() {
    while (whole_ < begin_) {
      std::uint64_t length = 0;
      std::memcpy(&length, bytes_.get() + whole_, sizeof length);
      whole_ += frame_bytes(length);
    }
  }

  const std::size_t capacity_;
  std::unique_ptr<std::byte[]> bytes_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t whole_ = 0;  // where a frame begins: from here on they are whole
};

}  // namespace orrery::transport
