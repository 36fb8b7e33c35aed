// The memory of a ring channel: two rings, and what each side must know of the other's life.
//
// Layout: header, control of the ring a -> b, control of b -> a, data of a -> b, data of b -> a. On
// the heap for threads; in a memfd for processes, inherited by fork or passed over a Unix socket.
//
// Life: each process that uses an end holds a record lock on one byte of the memfd (byte 0 or 1).
// The kernel drops the lock when the process ends, however it ends, before anybody has waited for
// it; fork does not copy it; and it is seen across pid namespaces. An end that has not been adopted
// yet counts as alive.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "orrery/base/result.hpp"
#include "orrery/base/shared_memory.hpp"
#include "orrery/transport/channel.hpp"

#include "ring.hpp"

namespace orrery::transport {

enum class End : std::uint8_t { a, b };

class Segment {
 public:
  static base::Result<std::shared_ptr<Segment>> create(Kind kind, const ChannelOptions& options);
  static base::Result<std::shared_ptr<Segment>> attach(base::UniqueFd fd,
                                                       const ChannelOptions& options);
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;
  ~Segment();

  [[nodiscard]] RingWriter writer(End end) const;
  [[nodiscard]] RingReader reader(End end) const;
  [[nodiscard]] int fd() const { return shared_ ? shared_->fd() : -1; }  // -1: on the heap

  base::Status adopt(End end);              // by the calling process
  [[nodiscard]] bool alive(End end) const;  // false is final

 private:
  struct Header {
    alignas(cache_line) std::atomic<std::uint64_t> owner[2];  // process_key(); 0: not adopted
  };
  struct HeapDelete {
    void operator()(std::byte* memory) const;
  };

  Segment(const ChannelOptions& options) : buffer_bytes_(options.buffer_bytes) {}
  static std::size_t bytes_for(std::uint64_t buffer_bytes);
  [[nodiscard]] Header& header() const;
  [[nodiscard]] RingControl* control(int direction) const;
  [[nodiscard]] std::byte* data(int direction) const;

  std::uint64_t buffer_bytes_;
  std::unique_ptr<std::byte, HeapDelete> heap_;
  std::unique_ptr<base::SharedMemory> shared_;
  std::byte* memory_ = nullptr;
  std::uint64_t own_key_ = 0;
};

}  // namespace orrery::transport
