#include "nak_port.hpp"

#include <sched.h>

#include <algorithm>
#include <utility>

#include "orrery/base/clock.hpp"
#include "orrery/base/random.hpp"

#include "chain/framing.hpp"
#include "linger.hpp"
#include "nak_send.hpp"

namespace orrery::transport {
namespace {

constexpr std::size_t most_receivers = 1U << 16;  // streams times senders
constexpr std::int64_t away_ns = 100'000'000;     // not pumped for so long: silence proves nothing
constexpr std::int64_t retry_below_ns = 200'000;
// Who sends without a pause repairs in between: what is lost is not to hold all up when the window is full.
constexpr unsigned listen_every = 32;

}  // namespace

base::Status check(const NakOptions& options, std::uint32_t below_bytes) {
  const auto invalid = [](const std::string& message) {
    return base::Error{base::ErrorCode::invalid_argument, message};
  };
  if (options.window_packets < 4 || options.window_packets > (1U << 20)) {
    return invalid("window_packets is " + std::to_string(options.window_packets) +
                   ": use 4 to 1048576");
  }
  for (const auto& [name, value] :
       {std::pair{"nak_retry_ns", options.nak_retry_ns},
        std::pair{"heartbeat_ns", options.heartbeat_ns},
        std::pair{"keepalive_ns", options.keepalive_ns}, std::pair{"ack_ns", options.ack_ns},
        std::pair{"eviction_ns", options.eviction_ns},
        std::pair{"peer_timeout_ns", options.peer_timeout_ns}}) {
    if (value <= 0)
      return invalid(std::string(name) + " is " + std::to_string(value) + ": use more");
  }
  if (options.nak_delay_ns < 0) return invalid("nak_delay_ns is negative: use 0 or more");
  if (options.peer_timeout_ns < 2 * options.keepalive_ns) {
    return invalid("peer_timeout_ns is " + std::to_string(options.peer_timeout_ns) +
                   ": use at least twice keepalive_ns (" + std::to_string(options.keepalive_ns) +
                   ")");
  }
  if (below_bytes < 2 * nak_header_bytes + most_ranges * sizeof(NakRange)) {
    return invalid("max_message_bytes below nak_multicast is " + std::to_string(below_bytes) +
                   ": use 600 or more");
  }
  return {};
}

std::uint32_t epoch_now() {
  return static_cast<std::uint32_t>(base::wall_clock_ns() / 100'000'000);
}

base::Result<std::unique_ptr<ReliablePort>> make_nak_multicast(std::unique_ptr<Port> below,
                                                               const NakOptions& options) {
  if (auto checked = check(options, below->max_message_bytes()); !checked) return checked.error();
  return std::unique_ptr<ReliablePort>(
      std::make_unique<NakPort>(std::move(below), options, epoch_now(), base::now_ns));
}

ReliablePort* find_reliable(Port& top) {
  for (const Port* port = &top; port != nullptr; port = port->below()) {
    const auto* reliable = dynamic_cast<const ReliablePort*>(port);
    if (reliable != nullptr && reliable->reliable()) {
      return const_cast<ReliablePort*>(reliable);  // below() is read-only for others' sake
    }
  }
  return nullptr;
}

NakPort::NakPort(std::unique_ptr<Port> below, const NakOptions& options, std::uint32_t epoch,
                 Clock clock)
    : below_(std::move(below)), options_(options), epoch_(epoch), clock_(std::move(clock)) {
  pumped_ns_ = clock_();
}

base::Status NakPort::open(StreamId stream, std::span<const std::string> endpoints) {
  if (auto opened = below_->open(stream, endpoints); !opened) return opened;
  (void)make_sender(stream);
  return {};
}

NakSender& NakPort::make_sender(StreamId stream) {
  auto& sender = senders_[stream];
  if (!sender) {
    sender = std::make_unique<NakSender>(stream, options_, epoch_, *below_, repairs_);
    const PartyId party = stream & ~direct_bit;
    if ((stream & direct_bit) != 0 && !excluded(party)) sender->expect(party, clock_());
    deadline_ns_ = 0;
  }
  return *sender;
}

base::Status NakPort::leave(StreamId stream) {
  if (shows_ == Shows::message && ready_.front()->stream() == stream) release();
  std::erase_if(ready_, [&](const NakReceiver* each) { return each->stream() == stream; });
  std::erase_if(receivers_, [&](const auto& each) {
    if (each.second->stream() != stream) return false;
    each.second->leave();
    return true;
  });
  return below_->leave(stream);
}

base::Status NakPort::expect(StreamId stream, std::span<const PartyId> receivers) {
  const auto at = senders_.find(stream);
  if (at == senders_.end()) {
    return base::Error{base::ErrorCode::not_found,
                       "stream " + std::to_string(stream) + " is not open here: open it first"};
  }
  for (const PartyId party : receivers) {
    if (party == self()) continue;
    std::erase(excluded_, party);
    at->second->expect(party, clock_());
  }
  return {};
}

void NakPort::evict(PartyId party) {
  if (party == self() || excluded(party)) return;
  excluded_.push_back(party);
  for (auto& [stream, sender] : senders_) sender->evict(party);
  on_evicted(party, clock_());
}

std::size_t NakPort::receivers(StreamId stream) const {
  const auto at = senders_.find(stream);
  return at == senders_.end() ? 0 : at->second->receivers();
}

std::uint64_t NakPort::unacknowledged(StreamId stream) const {
  const auto at = senders_.find(stream);
  return at == senders_.end() ? 0 : at->second->unacknowledged();
}

Reserved NakPort::reserve(StreamId stream, std::size_t bytes) {
  if (closed_) return {Io::closed, {}};
  if (bytes > max_message_bytes()) return {Io::too_big, {}};
  if (out_ == nullptr || out_->stream() != stream) {
    const auto at = senders_.find(stream);
    if (at != senders_.end()) {
      out_ = at->second.get();
    } else if ((stream & direct_bit) != 0) {
      out_ = &make_sender(stream);
    } else {
      return {Io::closed, {}};
    }
  }
  // Room comes with acknowledgements.
  if ((out_->full() || unheard_ >= listen_every) && shows_ != Shows::message) {
    unheard_ = 0;
    drain(clock_());
    (void)below_->flush();
  }
  if (out_->full()) {
    refused_ = out_;
    ++counters_.would_block;
    return {Io::full, {}};
  }
  if (refused_ == out_) refused_ = nullptr;
  return {Io::ok, out_->reserve(bytes)};
}

void NakPort::commit(std::size_t bytes) {
  out_->commit(bytes, 0, clock_());
  ++unheard_;
  ++counters_.messages_sent;
  counters_.bytes_sent += bytes;
  unsent_ = unsent_ || out_->unsent();
  deadline_ns_ = std::min(deadline_ns_, out_->next_deadline_ns());
}

Io NakPort::flush() {
  if (closed_) return Io::closed;
  if (unsent_) {
    unsent_ = false;
    const std::int64_t now = clock_();
    for (auto& [stream, sender] : senders_) unsent_ = !sender->push(now) || unsent_;
  }
  const Io flushed = below_->flush();
  return unsent_ ? Io::full : flushed;
}

void NakPort::list(NakReceiver& receiver) {
  if (receiver.listed || !receiver.ready()) return;
  receiver.listed = true;
  ready_.push_back(&receiver);
}

void NakPort::take_from_sender(const Arrived& arrived, const NakHeader& header, std::int64_t now) {
  const bool about_stream = header.type == NakType::data || header.type == NakType::heartbeat;
  const StreamId stream = about_stream ? arrived.stream : static_cast<StreamId>(header.other);
  if (parting_) {
    if (about_stream) send_leave(*below_, arrived.from, header.epoch, stream);
    return;
  }
  auto at = receivers_.find(key(arrived.from, stream));
  if (at == receivers_.end()) {
    // Only what is said on the stream itself shows that we have joined it.
    if (!about_stream || receivers_.size() >= most_receivers) return;
    at = receivers_
             .try_emplace(key(arrived.from, stream),
                          std::make_unique<NakReceiver>(arrived.from, stream, options_, *below_,
                                                        repairs_, peers_of(stream)))
             .first;
  }
  NakReceiver& receiver = *at->second;
  NakReceiver::Event event = NakReceiver::Event::nothing;
  if (header.type == NakType::data) {
    event = receiver.on_data(header, arrived.bytes.subspan(nak_header_bytes), now);
  } else if (header.type == NakType::heartbeat) {
    event = receiver.on_heartbeat(header, now);
  } else if (header.type == NakType::gone) {
    event = receiver.on_gone(header, now);
  } else {
    receiver.on_welcome(header, now);
  }
  if (event == NakReceiver::Event::left_behind) {
    losses_.push_back({arrived.from, stream,
                       "this end was too slow or cut off, and has lost "
                       "messages of this stream"});
    if (!receiver.ready() && receiver.listed) {
      receiver.listed = false;
      std::erase(ready_, &receiver);
    }
  }
  list(receiver);
  deadline_ns_ = std::min(deadline_ns_, receiver.next_deadline_ns());
  on_change(receiver, now);
}

void NakPort::take(const Arrived& arrived, std::int64_t now) {
  if (arrived.bytes.size() < nak_header_bytes) {
    ++counters_.malformed;
    return;
  }
  const auto header = get<NakHeader>(arrived.bytes.data());
  if (header.zero != 0) {
    ++counters_.malformed;
    return;
  }
  switch (header.type) {
    case NakType::data:
    case NakType::heartbeat:
    case NakType::gone:
    case NakType::welcome:
      take_from_sender(arrived, header, now);
      return;
    case NakType::nak:
    case NakType::ack:
    case NakType::leave: {
      const auto at = header.other <= ~StreamId{0}
                          ? senders_.find(static_cast<StreamId>(header.other))
                          : senders_.end();
      if (at == senders_.end() || excluded(arrived.from)) {
        ++counters_.unjoined;
        return;
      }
      NakSender& sender = *at->second;
      if (header.type == NakType::ack) {
        counters_.dropped += sender.on_ack(arrived.from, header, now) ? 0 : 1;
      } else if (header.epoch != epoch_) {
        return;  // meant for an earlier life of ours
      } else if (header.type == NakType::nak) {
        sender.on_nak(arrived.from, arrived.bytes.subspan(nak_header_bytes), now);
      } else {
        sender.on_leave(arrived.from);
      }
      return;
    }
  }
  on_other(arrived, header, now);
}

void NakPort::drain(std::int64_t now) {
  for (;;) {
    const Arrived arrived = below_->peek();
    if (arrived.io != Io::ok) {
      if (arrived.io == Io::peer_lost) below_->release();
      return;
    }
    take(arrived, now);
    below_->release();
  }
}

void NakPort::tick(std::int64_t now) {
  std::int64_t deadline = base::no_deadline;
  for (auto& [stream, sender] : senders_) {
    evicted_.clear();
    if (now >= sender->next_deadline_ns()) sender->tick(now, evicted_);
    for (const PartyId party : evicted_) {
      on_evicted(party, now);
      losses_.push_back({party, stream, "a receiver has not been heard of for too long"});
    }
    deadline = std::min(deadline, sender->next_deadline_ns());
  }
  for (auto& [id, receiver] : receivers_) {
    if (now >= receiver->next_deadline_ns() && !receiver->tick(now)) {
      losses_.push_back(
          {receiver->from(), receiver->stream(), "the sender has not been heard of for too long"});
    }
    deadline = std::min(deadline, receiver->next_deadline_ns());
  }
  // What comes due by what these do must not be overwritten.
  deadline_ns_ = deadline;
  deadline_ns_ = std::min(deadline_ns_, tick_others(now));
}

bool NakPort::pump() {
  if (closed_) return true;
  below_->pump();
  const std::int64_t now = clock_();
  // A message that is shown must not move.
  if (shows_ != Shows::message) drain(now);
  if (now - pumped_ns_ > away_ns) {
    for (auto& [stream, sender] : senders_) sender->excuse(now);
    for (auto& [id, receiver] : receivers_) receiver->excuse(now);
    on_away(now);
  }
  pumped_ns_ = now;
  unheard_ = 0;
  if (unsent_) (void)flush();
  if (now >= deadline_ns_) tick(now);
  (void)below_->flush();
  return readable();
}

std::int64_t NakPort::next_deadline_ns() const {
  if (closed_) return base::no_deadline;
  std::int64_t deadline = std::min(below_->next_deadline_ns(), deadline_ns_);
  if (unsent_) deadline = std::min(deadline, pumped_ns_ + retry_below_ns);
  return deadline;
}

bool NakPort::readable() {
  return closed_ || !losses_.empty() || !ready_.empty() || below_->readable();
}

bool NakPort::writable() {
  if (closed_ || refused_ == nullptr) return true;
  return !refused_->full();
}

Arrived NakPort::peek() {
  if (closed_) return {Io::closed, 0, 0, {}};
  if (shows_ == Shows::nothing) {
    if (ready_.empty()) {
      const std::int64_t now = clock_();
      drain(now);
      if (now >= deadline_ns_) tick(now);
      (void)below_->flush();
    }
    // The sign that a stream has ended is nothing to read.
    while (!ready_.empty() && ready_.front()->at_end()) {
      NakReceiver* ended = ready_.front();
      ready_.pop_front();
      ended->listed = false;
      ended->end();
    }
    if (ready_.empty() && losses_.empty()) return {};
    shows_ = ready_.empty() ? Shows::loss : Shows::message;
  }
  if (shows_ == Shows::loss) {
    why_ = losses_.front().why;
    return {Io::peer_lost, losses_.front().party, losses_.front().stream, {}};
  }
  const NakReceiver& receiver = *ready_.front();
  return {Io::ok, receiver.from(), receiver.stream(), receiver.front()};
}

void NakPort::release() {
  if (std::exchange(shows_, Shows::nothing) == Shows::loss) {
    losses_.pop_front();
    return;
  }
  NakReceiver& receiver = *ready_.front();
  ready_.pop_front();
  ++counters_.messages_received;
  counters_.bytes_received += receiver.front().size();
  const std::int64_t now = clock_();
  const std::uint64_t acknowledged = repairs_.acks_sent;
  (void)receiver.pop(now);
  if (repairs_.acks_sent != acknowledged) (void)below_->flush();
  receiver.listed = false;
  deadline_ns_ = std::min(deadline_ns_, receiver.next_deadline_ns());
  list(receiver);
  on_change(receiver, now);
}

void NakPort::part() {
  parting_ = true;
  shows_ = Shows::nothing;
  on_closing();
  for (auto& [stream, sender] : senders_) {
    if (sender->receivers() == 0) continue;
    (void)sender->reserve(0);
    sender->commit(0, nak_flag_last, clock_());
  }
  for (auto& [id, receiver] : receivers_) receiver->leave();
  receivers_.clear();
  ready_.clear();
  losses_.clear();
  unsent_ = true;
  (void)flush();
}

bool NakPort::parted() const {
  return std::ranges::none_of(senders_,
                              [](const auto& each) { return each.second->unacknowledged() > 0; });
}

void NakPort::close() {
  if (closed_) return;
  const std::int64_t deadline = clock_() + linger_ns;
  // Those who still miss something are given a second.
  for (part(); !parted() && clock_() < deadline; ::sched_yield()) {
    pump();
    losses_.clear();
  }
  closed_ = true;
  why_ = "closed by this end";
  below_->close();
}

void NakPort::forget() {
  closed_ = true;
  below_->forget();
}

}  // namespace orrery::transport
