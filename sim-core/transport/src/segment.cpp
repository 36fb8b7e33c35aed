#include "segment.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <new>

#include "orrery/base/process.hpp"

namespace orrery::transport {

void Segment::HeapDelete::operator()(std::byte* memory) const {
  ::operator delete(memory, std::align_val_t{cache_line});
}

std::size_t Segment::bytes_for(std::uint64_t buffer_bytes) {
  return sizeof(Header) + 2 * sizeof(RingControl) + 2 * buffer_bytes;
}

base::Result<std::shared_ptr<Segment>> Segment::create(Kind kind, const ChannelOptions& options) {
  std::shared_ptr<Segment> segment(new Segment(options));
  const std::size_t bytes = bytes_for(options.buffer_bytes);
  if (kind == Kind::thread) {
    segment->heap_.reset(
        static_cast<std::byte*>(::operator new(bytes, std::align_val_t{cache_line})));
    std::memset(segment->heap_.get(), 0, bytes);
    segment->memory_ = segment->heap_.get();
    return segment;
  }
  auto shared = base::SharedMemory::create(bytes);
  if (!shared) return shared.error();
  segment->shared_ = std::make_unique<base::SharedMemory>(std::move(*shared));
  segment->memory_ = segment->shared_->data();
  return segment;
}

base::Result<std::shared_ptr<Segment>> Segment::attach(base::UniqueFd fd,
                                                       const ChannelOptions& options) {
  std::shared_ptr<Segment> segment(new Segment(options));
  auto shared = base::SharedMemory::attach(std::move(fd), bytes_for(options.buffer_bytes));
  if (!shared) return shared.error();
  segment->shared_ = std::make_unique<base::SharedMemory>(std::move(*shared));
  segment->memory_ = segment->shared_->data();
  return segment;
}

Segment::~Segment() = default;

Segment::Header& Segment::header() const { return *reinterpret_cast<Header*>(memory_); }

RingControl* Segment::control(int direction) const {
  return reinterpret_cast<RingControl*>(memory_ + sizeof(Header)) + direction;
}

std::byte* Segment::data(int direction) const {
  return memory_ + sizeof(Header) + 2 * sizeof(RingControl) +
         static_cast<std::uint64_t>(direction) * buffer_bytes_;
}

RingWriter Segment::writer(End end) const {
  const int direction = end == End::a ? 0 : 1;
  return {control(direction), data(direction), buffer_bytes_};
}

RingReader Segment::reader(End end) const {
  const int direction = end == End::a ? 1 : 0;
  return {control(direction), data(direction), buffer_bytes_};
}

base::Status Segment::adopt(End end) {
  if (!shared_) return {};
  auto key = base::process_key();
  if (!key) return key.error();
  own_key_ = *key;
  struct flock lock{};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(end);
  lock.l_len = 1;
  if (::fcntl(shared_->fd(), F_SETLK, &lock) != 0) {
    return base::error_from_errno("taking this end of a shared-memory channel", errno);
  }
  header().owner[static_cast<int>(end)].store(own_key_, std::memory_order_release);
  return {};
}

bool Segment::alive(End end) const {
  if (!shared_) return true;
  const std::uint64_t owner = header().owner[static_cast<int>(end)].load(std::memory_order_acquire);
  if (owner == 0 || owner == own_key_) return true;
  struct flock lock{};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(end);
  lock.l_len = 1;
  if (::fcntl(shared_->fd(), F_GETLK, &lock) != 0) return true;  // not known: keep waiting
  return lock.l_type != F_UNLCK;
}

}  // namespace orrery::transport
