#include "bundler.hpp"

#include <sched.h>

#include <algorithm>
#include <limits>

#include "framing.hpp"
#include "linger.hpp"

namespace orrery::transport {
namespace {

constexpr std::size_t entry_header_bytes = 8;
constexpr std::int64_t retry_after_ns = 500'000;
// What is below may put several bundles into one system call: it is flushed after so much.
constexpr std::size_t flush_bytes = 16 * 1024;
constexpr std::int64_t everything = std::numeric_limits<std::int64_t>::max();

}  // namespace

Bundler::Bundler(std::unique_ptr<Port> below, const BundlerOptions& options, Clock clock)
    : Module(std::move(below)),
      bundle_bytes_(options.bundle_bytes == 0
                        ? below_->max_message_bytes()
                        : std::min(options.bundle_bytes, below_->max_message_bytes())),
      timeout_ns_(options.timeout_ns),
      clock_(std::move(clock)) {}

std::uint32_t Bundler::max_message_bytes() const {
  return (bundle_bytes_ & ~std::uint32_t{7}) - static_cast<std::uint32_t>(entry_header_bytes);
}

Bundler::Bundle& Bundler::bundle_of(StreamId stream) {
  if (last_ != nullptr && last_->stream == stream) return *last_;
  auto& slot = bundles_[stream];
  if (!slot) {
    slot = std::make_unique<Bundle>();
    slot->stream = stream;
    slot->bytes.resize(bundle_bytes_);
  }
  last_ = slot.get();
  return *last_;
}

Reserved Bundler::reserve(StreamId stream, std::size_t bytes) {
  if (closed_) return {Io::closed, {}};
  if (end_ != Io::ok) return {end_, {}};
  if (bytes > max_message_bytes()) return {Io::too_big, {}};
  if ((last_ == nullptr || last_->stream != stream) && !bundles_.contains(stream)) {
    // Whether there is such a stream is known below.
    const Reserved probe = below_->reserve(stream, 0);
    if (probe.io != Io::ok && probe.io != Io::full) return {probe.io, {}};
  }
  Bundle& bundle = bundle_of(stream);
  if (bundle.used + entry_header_bytes + round_up_8(bytes) > bundle_bytes_) {
    const Io io = send(bundle);
    if (io == Io::full) {
      refused_ = &bundle;
      ++counters_.would_block;
    }
    if (io != Io::ok) return {io, {}};
  }
  if (refused_ == &bundle) refused_ = nullptr;
  return {Io::ok, {bundle.bytes.data() + bundle.used + entry_header_bytes, bytes}};
}

void Bundler::commit(std::size_t bytes) {
  Bundle& bundle = *last_;
  std::byte* const at = bundle.bytes.data() + bundle.used;
  put(at, std::uint64_t{bytes});
  const std::size_t padded = round_up_8(bytes);
  std::fill(at + entry_header_bytes + bytes, at + entry_header_bytes + padded, std::byte{0});
  if (bundle.used == 0) {
    if (timeout_ns_ > 0) bundle.since_ns = clock_();
    waiting_.push_back(&bundle);
  }
  bundle.used += entry_header_bytes + padded;
  ++counters_.messages_sent;
  counters_.bytes_sent += bytes;
  if (bundle.used + entry_header_bytes >= bundle_bytes_) (void)send(bundle);
}

// ok, full, or an end, which is then this module's too.
Io Bundler::send(Bundle& bundle) {
  const Io io = below_->send(bundle.stream, std::span(bundle.bytes.data(), bundle.used));
  if (io == Io::full) {
    retry_ns_ = clock_() + retry_after_ns;
    return io;
  }
  if (io != Io::ok) end_ = io;
  unflushed_bytes_ += bundle.used;
  bundle.used = 0;
  std::erase(waiting_, &bundle);
  if (unflushed_bytes_ >= flush_bytes) {
    unflushed_bytes_ = 0;
    (void)below_->flush();
  }
  return io;
}

Io Bundler::send_all(std::int64_t started_before_ns) {
  Io worst = Io::ok;
  retry_ns_ = 0;
  for (std::size_t i = 0; i < waiting_.size();) {
    Bundle& bundle = *waiting_[i];
    if (bundle.since_ns > started_before_ns && &bundle != refused_) {
      ++i;
      continue;
    }
    const Io io = send(bundle);
    if (io == Io::full) {
      worst = Io::full;
      ++i;
    } else if (io != Io::ok) {
      worst = io;
    }
  }
  return worst;
}

Io Bundler::flush() {
  if (end_ != Io::ok) return end_;
  Io io = Io::ok;
  if (!waiting_.empty()) {
    io = send_all(timeout_ns_ > 0 ? clock_() - timeout_ns_ : everything);
    if (io == Io::ok && !waiting_.empty()) io = Io::full;
  }
  unflushed_bytes_ = 0;
  const Io flushed = below_->flush();
  return flushed == Io::ok || io == Io::closed || io == Io::peer_lost ? io : flushed;
}

bool Bundler::pump() {
  below_->pump();
  if (!waiting_.empty() && end_ == Io::ok) {
    const std::int64_t now = clock_();
    // A flush that found no room is made good too.
    const bool flushing = retry_ns_ != 0;
    if (flushing || now - waiting_.front()->since_ns >= timeout_ns_) {
      if (timeout_ns_ > 0 || flushing) {
        (void)send_all(timeout_ns_ > 0 ? now - timeout_ns_ : everything);
        (void)below_->flush();
      }
    }
  }
  return readable();
}

std::int64_t Bundler::next_deadline_ns() const {
  std::int64_t deadline = below_->next_deadline_ns();
  if (waiting_.empty()) return deadline;
  if (retry_ns_ != 0) return std::min(deadline, retry_ns_);
  if (timeout_ns_ > 0) deadline = std::min(deadline, waiting_.front()->since_ns + timeout_ns_);
  return deadline;
}

bool Bundler::writable() {
  if (end_ != Io::ok || closed_ || refused_ == nullptr) return true;
  return refused_->used == 0 || below_->writable();
}

Arrived Bundler::peek() {
  for (;;) {
    if (held_bytes_ == 0) {
      held_ = below_->peek();
      if (held_.io != Io::ok) {
        // What has not yet been read of a lost peer's stream stays readable: nothing is held.
        return held_;
      }
      held_bytes_ = held_.bytes.size();
      held_at_ = 0;
    }
    if (held_bytes_ - held_at_ >= entry_header_bytes) {
      const auto length = get<std::uint64_t>(held_.bytes.data() + held_at_);
      const std::size_t room = held_bytes_ - held_at_ - entry_header_bytes;
      if (length <= room && round_up_8(length) <= room) {
        return {Io::ok, held_.from, held_.stream,
                held_.bytes.subspan(held_at_ + entry_header_bytes, length)};
      }
      ++counters_.malformed;
    } else if (held_bytes_ != held_at_ || held_bytes_ == 0) {
      ++counters_.malformed;
    }
    held_bytes_ = 0;
    below_->release();
  }
}

void Bundler::release() {
  if (held_bytes_ == 0) {  // a peer's loss was shown
    below_->release();
    return;
  }
  const auto length = get<std::uint64_t>(held_.bytes.data() + held_at_);
  ++counters_.messages_received;
  counters_.bytes_received += length;
  held_at_ += entry_header_bytes + round_up_8(length);
  if (held_at_ >= held_bytes_) {
    held_bytes_ = 0;
    below_->release();
  }
}

void Bundler::close() {
  if (closed_) return;
  closed_ = true;
  const std::int64_t deadline = clock_() + linger_ns;
  while (!waiting_.empty() && end_ == Io::ok && send_all(everything) == Io::full &&
         clock_() < deadline) {
    (void)below_->flush();
    below_->pump();
    ::sched_yield();
  }
  waiting_.clear();
  below_->close();
}

void Bundler::forget() {
  closed_ = true;
  waiting_.clear();
  below_->forget();
}

}  // namespace orrery::transport
