// A single-producer single-consumer ring of messages in memory that two threads or processes share.
//
// Records start at cache lines: an 8-byte header, then the payload, contiguous. The header itself
// says whether a record is there, so that a waiting consumer looks at one line, the one that will
// carry the message: a small message costs one transfer between caches. The producer writes
// payload, then a zero into the header of the line after the record (so the consumer never takes
// old bytes for a header), then this record's header (release). A record that does not fit before
// the end leaves a skip mark and starts over.
//   0           nothing yet
//   n << 1 | 1  a message of n bytes
//   ~0          go on at the beginning
// The consumer publishes how far it has freed the ring (`head`); the producer looks at it only when
// it believes the ring full.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

namespace orrery::transport {

inline constexpr std::size_t cache_line = 64;

// Zeroed memory is a valid, empty ring.
struct RingControl {
  alignas(cache_line) std::atomic<std::uint64_t> head;  // written by the consumer
  // Written by the producer, seldom.
  alignas(cache_line) std::atomic<std::uint32_t> closed;  // no more records after those seen now
  std::atomic<std::uint32_t> writer_waits;  // ring the producer's doorbell when room is made
};

namespace ring {

inline constexpr std::uint64_t header_bytes = 8;
inline constexpr std::uint64_t skip_mark = ~std::uint64_t{0};
inline constexpr std::uint64_t most_ahead = 8 * cache_line;  // fetched before it is written

inline std::uint64_t record_bytes(std::uint64_t payload) {
  return (header_bytes + payload + cache_line - 1) & ~std::uint64_t{cache_line - 1};
}
// Fetches a line for writing, ahead of need.
inline void fetch_for_writing(const std::byte* at) {
#if defined(__x86_64__)
  asm volatile("prefetchw %0" : : "m"(*at));  // does nothing on processors without it
#else
  __builtin_prefetch(at, 1);
#endif
}

inline std::atomic_ref<std::uint64_t> header_at(std::byte* data, std::uint64_t offset) {
  return std::atomic_ref<std::uint64_t>(*reinterpret_cast<std::uint64_t*>(data + offset));
}

}  // namespace ring

class RingWriter {
 public:
  RingWriter(RingControl* control, std::byte* data, std::uint64_t size)
      : control_(control), data_(data), size_(size) {}

  // Space for a message of so many bytes, or nullptr if there is none now.
  std::byte* reserve(std::uint64_t bytes) {
    const std::uint64_t record = ring::record_bytes(bytes);
    const std::uint64_t at = tail_ & (size_ - 1);
    skip_ = at + record > size_ ? size_ - at : 0;
    if (!has_room(skip_ + record)) return nullptr;
    return data_ + ((tail_ + skip_) & (size_ - 1)) + ring::header_bytes;
  }

  // After reserve(); no more bytes than reserved.
  void commit(std::uint64_t bytes) {
    const std::uint64_t before = tail_ & (size_ - 1);
    tail_ += skip_;
    const std::uint64_t at = tail_ & (size_ - 1);
    tail_ += ring::record_bytes(bytes);
    ring::header_at(data_, tail_ & (size_ - 1)).store(0, std::memory_order_relaxed);
    ring::header_at(data_, at).store(bytes << 1 | 1, std::memory_order_release);
    // Last, so that a consumer that skips finds the message.
    if (skip_ != 0)
      ring::header_at(data_, before).store(ring::skip_mark, std::memory_order_release);
    // The reader has the lines of the next record. Fetching them one by one while that is written, or before a fence, would
    // hold it up. Its first line is ours; behind it a header is written too.
    const std::uint64_t next = ring::record_bytes(bytes);  // if it is like this one
    for (std::uint64_t line = cache_line; line < std::min(next, ring::most_ahead);
         line += cache_line) {
      ring::fetch_for_writing(data_ + ((tail_ + line) & (size_ - 1)));
    }
    ring::fetch_for_writing(data_ + ((tail_ + next) & (size_ - 1)));
  }

  bool would_take(std::uint64_t bytes) {
    const std::uint64_t record = ring::record_bytes(bytes);
    const std::uint64_t at = tail_ & (size_ - 1);
    return has_room(at + record > size_ ? size_ - at + record : record);
  }

  [[nodiscard]] RingControl& control() const { return *control_; }

 private:
  // One line more than asked for: the next header is always written too.
  bool has_room(std::uint64_t bytes) {
    if (bytes + cache_line <= size_ - (tail_ - head_)) return true;
    head_ = control_->head.load(std::memory_order_acquire);
    return bytes + cache_line <= size_ - (tail_ - head_);
  }

  RingControl* control_;
  std::byte* data_;
  std::uint64_t size_;  // a power of two
  std::uint64_t tail_ = 0;
  std::uint64_t skip_ = 0;  // of the reservation
  std::uint64_t head_ = 0;  // as last seen
};

class RingReader {
 public:
  RingReader(RingControl* control, std::byte* data, std::uint64_t size)
      : control_(control), data_(data), size_(size) {}

  [[nodiscard]] bool has_record() const {
    return ring::header_at(data_, head_ & (size_ - 1)).load(std::memory_order_acquire) != 0;
  }

  enum class Look : std::uint8_t { nothing, message, broken };

  // On `message`, payload() is the oldest one's.
  Look look(std::uint64_t max_message_bytes) {
    std::uint64_t at = head_ & (size_ - 1);
    std::uint64_t header = ring::header_at(data_, at).load(std::memory_order_acquire);
    if (header == ring::skip_mark) {
      head_ += size_ - at;
      control_->head.store(head_, std::memory_order_release);
      at = 0;
      header = ring::header_at(data_, 0).load(std::memory_order_acquire);
    }
    if (header == 0) return Look::nothing;
    const std::uint64_t bytes = header >> 1;
    // Another process wrote it: believe nothing that would lead outside the ring.
    if ((header & 1) == 0 || bytes > max_message_bytes || at + ring::record_bytes(bytes) > size_) {
      return Look::broken;
    }
    payload_ = {data_ + at + ring::header_bytes, bytes};
    // Whoever takes this message looks for the next one soon.
    __builtin_prefetch(data_ + ((at + ring::record_bytes(bytes)) & (size_ - 1)));
    return Look::message;
  }

  [[nodiscard]] std::span<const std::byte> payload() const { return payload_; }

  void release() {
    head_ += ring::record_bytes(payload_.size());
    control_->head.store(head_, std::memory_order_release);
  }

  [[nodiscard]] RingControl& control() const { return *control_; }

 private:
  RingControl* control_;
  std::byte* data_;
  std::uint64_t size_;
  std::uint64_t head_ = 0;
  std::span<const std::byte> payload_;
};

}  // namespace orrery::transport
