#include "ring_channel.hpp"

#include <cassert>
#include <utility>

namespace orrery::transport {

RingChannel::RingChannel(Kind kind, const ChannelOptions& options, std::shared_ptr<Segment> segment,
                         End end, std::shared_ptr<base::Doorbell> own_bell,
                         std::shared_ptr<base::Doorbell> peer_bell)
    : kind_(kind),
      options_(options),
      end_(end),
      segment_(std::move(segment)),
      own_bell_(std::move(own_bell)),
      peer_bell_(std::move(peer_bell)),
      writer_(segment_->writer(end)),
      reader_(segment_->reader(end)) {}

RingChannel::~RingChannel() { close(); }

Io RingChannel::end_of_sending() const {
  if (state_ == State::lost) return Io::peer_lost;
  return Io::closed;
}

Reserved RingChannel::reserve(std::size_t bytes) {
  if (state_ != State::open || peer_closed()) return {end_of_sending(), {}};
  if (bytes > options_.max_message_bytes) return {Io::too_big, {}};
  std::byte* at = writer_.reserve(bytes);
  if (at == nullptr) {
    ++counters_.would_block;
    // Whoever is to make room must know what there is.
    if (unflushed_) ring_peer();
    return {Io::full, {}};
  }
  return {Io::ok, {at, bytes}};
}

void RingChannel::commit(std::size_t bytes) {
  writer_.commit(bytes);
  unflushed_ = true;
  ++counters_.messages_sent;
  counters_.bytes_sent += bytes;
}

Io RingChannel::flush() {
  if (unflushed_) ring_peer();
  // A peer that closes after it has been given everything is no failure of this flush.
  return state_ == State::open ? Io::ok : end_of_sending();
}

void RingChannel::ring_peer() {
  unflushed_ = false;
  if (peer_bell_->ring()) ++counters_.wake_ups;
}

Peeked RingChannel::peek() {
  if (state_ == State::closed_here) return {Io::closed, {}};
  // Asked before looking, so that a message sent just before the good-bye is not overlooked.
  const bool closed = peer_closed();
  switch (reader_.look(options_.max_message_bytes)) {
    case RingReader::Look::message:
      holding_ = true;
      return {Io::ok, reader_.payload()};
    case RingReader::Look::broken:
      if (state_ == State::open) {
        state_ = State::lost;
        broken_ = true;
        why_ = "the peer broke the protocol: a record of impossible length";
      }
      return {Io::peer_lost, {}};
    case RingReader::Look::nothing:
      break;
  }
  if (closed) return {Io::closed, {}};
  if (state_ == State::lost) return {Io::peer_lost, {}};
  look_for_waiting_writer();
  return {};
}

void RingChannel::release() {
  assert(holding_);
  holding_ = false;
  ++counters_.messages_received;
  counters_.bytes_received += reader_.payload().size();
  reader_.release();
  look_for_waiting_writer();
}

void RingChannel::look_for_waiting_writer() {
  // Without a fence, so that taking a message does not wait for what was written before it. A writer that begins to wait
  // just now is seen at the next release or poll; by the poll that a Waiter makes after the fence of its announcement,
  // before this end sleeps; or by the writer itself when it looks up.
  auto& waits = reader_.control().writer_waits;
  if (waits.load(std::memory_order_relaxed) == 0) return;
  waits.store(0, std::memory_order_relaxed);
  if (peer_bell_->ring()) ++counters_.wake_ups;
}

void RingChannel::close() {
  if (segment_ == nullptr || state_ == State::closed_here) return;
  if (state_ == State::open) why_ = "closed by this end";
  state_ = State::closed_here;
  writer_.control().closed.store(1, std::memory_order_release);
  ring_peer();
}

base::Status RingChannel::adopt() { return segment_->adopt(end_); }

void RingChannel::forget() {
  state_ = State::closed_here;
  segment_.reset();
  own_bell_.reset();
  peer_bell_.reset();
}

bool RingChannel::readable() {
  if (reader_.has_record() || peer_closed() || state_ != State::open) return true;
  look_for_waiting_writer();
  return false;
}

bool RingChannel::writable() {
  return state_ != State::open || peer_closed() || writer_.would_take(options_.max_message_bytes);
}

bool RingChannel::alive() {
  if (state_ == State::lost) return false;
  if (state_ != State::open || peer_closed()) return true;
  if (segment_->alive(end_ == End::a ? End::b : End::a)) return true;
  // It may have said good-bye between the two looks.
  if (peer_closed()) return true;
  state_ = State::lost;
  why_ = "the peer's process has ended without closing the channel";
  return false;
}

void RingChannel::want_writable(bool want) {
  auto& waits = writer_.control().writer_waits;
  const std::uint32_t wanted = want ? 1 : 0;
  if (waits.load(std::memory_order_relaxed) != wanted) {
    waits.store(wanted, std::memory_order_relaxed);
  }
}

std::string RingChannel::why() const {
  if (!why_.empty()) return why_;
  return segment_ != nullptr && peer_closed() ? "closed by the peer" : "";
}

}  // namespace orrery::transport
