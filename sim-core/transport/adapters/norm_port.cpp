#include "norm_port.hpp"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <ranges>
#include <thread>

#include "datagram/wire.hpp"
#include "parties.hpp"

namespace orrery::transport {
namespace {

constexpr std::size_t notices_segments = 128;
constexpr std::size_t staged_at_most = 32'768;
constexpr unsigned turn_messages = 64;
constexpr std::int64_t credit_ns = 1'000'000;  // a credit waits for more, at most so long
constexpr std::int64_t look_ns = 500'000;      // at what NORM has not taken
constexpr std::int64_t linger_ns = 1'000'000'000;
constexpr std::int64_t farewell_ns = 20'000'000;  // NORM sends and repairs the last words

std::size_t segments_of(std::size_t bytes) {
  return (bytes + norm_segment_bytes - 1) / norm_segment_bytes;
}

}  // namespace

NormPort::NormPort(const NormOptions& options, std::shared_ptr<base::Doorbell> bell)
    : options_(options),
      key_(static_cast<std::uint32_t>(run_key_of(options.run_token))),
      window_segments_(options.window_packets +
                       segments_of(sizeof(NormHead) + options.max_message_bytes) + 1),
      bell_(std::move(bell)),
      ground_(options) {}

base::Status NormPort::begin() {
  if (std::exchange(begun_, true)) return {};
  if (auto started = ground_.start(); !started) return started;
  if (auto heard = listen(notices_stream); !heard) return heard;
  if (auto heard = listen(direct_to(options_.self)); !heard) return heard;
  auto sender = ground_.make_sender(notices_stream, notices_segments, true);
  if (!sender) return sender.error();
  notices_out_ = *sender;
  announce();
  return {};
}

base::Status NormPort::listen(StreamId stream) {
  auto session = ground_.make_receiver(stream);
  if (!session) return session.error();
  Incoming& from = incoming_[stream];
  from.session = *session;
  from.coming = ++comings_;
  heard_on_[*session] = stream;
  return {};
}

base::Status NormPort::open(StreamId stream, std::span<const std::string> endpoints) {
  if (auto begun = begin(); !begun) return begun;
  std::vector<PartyId> parties;
  for (const std::string& endpoint : endpoints) {
    if (auto named = parties_of("norm", endpoint, parties); !named) return named;
  }
  // One party is at the other end: nothing leaves before it is there.
  if ((stream & direct_bit) != 0) parties.assign(1, stream & ~direct_bit);
  std::erase(parties, options_.self);
  if (!outgoing_.contains(stream)) {
    auto sender = ground_.make_sender(stream, window_segments_ + rousing_segments, false);
    if (!sender) return sender.error();
    Outgoing& opened = outgoing_[stream];
    opened.sender = *sender;
    opened.segments_at.resize(options_.window_packets + 1);
    for (const auto& [party, peer] : peers_) {
      const auto joined = peer.joined.find(stream);
      if (joined == peer.joined.end()) continue;
      Known& known = opened.known[party];
      known.coming = joined->second;
      opened.read.emplace(party, 0);
      tell_begins(stream, party, known);
    }
    send_notices();
  }
  return expect(stream, parties);
}

base::Status NormPort::join(StreamId stream, const std::string& /*endpoint*/) {
  if (auto begun = begin(); !begun) return begun;
  if (incoming_.contains(stream)) return {};
  if (auto heard = listen(stream); !heard) return heard;
  tell({.kind = NormNotice::Kind::joined, .stream = stream, .coming = comings_});
  send_notices();
  return {};
}

base::Status NormPort::leave(StreamId stream) {
  if (!incoming_.contains(stream)) return {};
  drop(stream);
  tell({.kind = NormNotice::Kind::left, .stream = stream});
  send_notices();
  return {};
}

void NormPort::drop(StreamId stream) {
  const auto found = incoming_.find(stream);
  std::erase_if(ready_, [&](const Source* each) { return each->stream == stream; });
  turn_ = 0;
  found->second.from.clear();
  heard_on_.erase(found->second.session);
  NormGround::end_session(found->second.session);
  incoming_.erase(found);
}

std::uint64_t NormPort::unread(const Outgoing& stream) {
  std::uint64_t least = stream.sent;
  for (const auto& [party, read] : stream.read) least = std::min(least, read);
  return stream.sent - least;
}

std::uint64_t NormPort::segments_now(const Outgoing& stream) const {
  return stream.segments + segments_of(stream.open_bytes);
}

// Kept until all have read what they are of.
std::uint64_t NormPort::segments_unread(const Outgoing& stream) const {
  const std::uint64_t behind = unread(stream);
  if (behind == 0) return 0;
  return segments_now(stream) -
         stream.segments_at[(stream.sent - behind) % stream.segments_at.size()];
}

// Of the greatest message, in messages and in NORM's memory.
bool NormPort::has_room(Outgoing& stream) {
  if (!std::ranges::includes(std::views::keys(stream.known), stream.expected)) return false;
  if (stream.staged.size() - stream.written > staged_at_most) return false;
  if (unread(stream) >= options_.window_packets) return false;
  return segments_unread(stream) + segments_of(sizeof(NormHead) + options_.max_message_bytes) <
         window_segments_;
}

// Of the party that a stream is directed to: it can be answered.
bool NormPort::has_heard(StreamId stream) const {
  return (stream & direct_bit) != 0 && std::ranges::any_of(incoming_, [&](const auto& each) {
           return each.first != notices_stream && each.second.from.contains(stream & ~direct_bit);
         });
}

Reserved NormPort::reserve(StreamId stream, std::size_t bytes) {
  if (closed_) return {Io::closed, {}};
  auto found = outgoing_.find(stream);
  if (found == outgoing_.end() && has_heard(stream) && open(stream, "")) {
    found = outgoing_.find(stream);
  }
  if (found == outgoing_.end()) return {Io::closed, {}};
  if (bytes > options_.max_message_bytes) return {Io::too_big, {}};
  Outgoing& to = found->second;
  if (!has_room(to)) {
    pump();
    if (!has_room(to)) {
      ++counters_.would_block;
      refused_ = &to;
      return {Io::full, {}};
    }
  }
  message_.resize(sizeof(NormHead) + options_.max_message_bytes);
  reserved_ = &to;
  return {Io::ok, std::span(message_).subspan(sizeof(NormHead), bytes)};
}

void NormPort::commit(std::size_t bytes) {
  Outgoing& to = *reserved_;
  const NormHead head{static_cast<std::uint32_t>(bytes), key_, ++to.sent};
  std::memcpy(message_.data(), &head, sizeof head);
  const auto whole = std::span(message_).first(sizeof head + bytes);
  to.staged.insert(to.staged.end(), whole.begin(), whole.end());
  to.open_bytes += whole.size();
  to.segments_at[to.sent % to.segments_at.size()] = segments_now(to);
  ++counters_.messages_sent;
  counters_.bytes_sent += bytes;
  if (!std::exchange(to.dirty, true)) dirty_.push_back(&to);
  if (to.staged.size() - to.written >= staged_at_most) (void)push(to);
}

// False if NORM has not taken everything.
bool NormPort::push(Outgoing& stream) {
  const auto rest = std::span(stream.staged).subspan(stream.written);
  stream.written += ground_.write(stream.sender, rest, stream.flushing);
  if (stream.written < stream.staged.size()) return false;
  stream.staged.clear();
  stream.written = 0;
  stream.flushing = false;
  return true;
}

Io NormPort::flush() {
  if (closed_) return Io::closed;
  for (Outgoing* stream : dirty_) end_segment(*stream);
  pump();
  return dirty_.empty() ? Io::ok : Io::full;
}

void NormPort::end_segment(Outgoing& stream) {
  stream.segments = segments_now(stream);
  stream.open_bytes = 0;
  stream.flushing = true;
}

bool NormPort::pump() {
  if (closed_) return true;
  if (!begun_) return readable();
  take_events();
  const std::int64_t now = base::now_ns();
  if (owed_ > 0 && now - owed_since_ns_ >= credit_ns) tell_credits();
  if (now >= announce_at_ns_) announce();
  if (now >= review_at_ns_) review(now);
  std::erase_if(dirty_, [this](Outgoing* stream) {
    if (!stream->flushing) return false;  // its owner will flush it
    stream->dirty = !push(*stream);
    return !stream->dirty;
  });
  return settle() || readable();
}

std::int64_t NormPort::next_deadline_ns() const {
  if (closed_ || !begun_) return base::no_deadline;
  std::int64_t next = std::min(announce_at_ns_, review_at_ns_);
  if (owed_ > 0) next = std::min(next, owed_since_ns_ + credit_ns);
  if (std::ranges::any_of(dirty_, [](const Outgoing* each) { return each->flushing; })) {
    next = std::min(next, base::now_ns() + look_ns);
  }
  return next;
}

void NormPort::take_events() {
  ++counters_.system_calls;
  pollfd news{ground_.fd(), POLLIN, 0};
  if (::poll(&news, 1, 0) <= 0) return;
  for (NormEvent event; ground_.next(event);) {
    if (event.type == NORM_RX_OBJECT_NEW || event.type == NORM_RX_OBJECT_UPDATED ||
        event.type == NORM_RX_OBJECT_ABORTED || event.type == NORM_RX_OBJECT_COMPLETED) {
      on_stream(event);
    }
  }
}

void NormPort::on_stream(const NormEvent& event) {
  const auto heard = heard_on_.find(event.session);
  if (heard == heard_on_.end()) return;
  const StreamId stream = heard->second;
  const PartyId party = NormNodeGetId(event.sender) - 1;
  if ((party & direct_bit) != 0) {
    ++counters_.foreign;
    return;
  }
  auto& sources = incoming_[stream].from;
  if (sources.size() >= most_norm_parties && !sources.contains(party)) {
    ++counters_.dropped;
    return;
  }
  auto& from = sources[party];
  if (!from) {
    const std::size_t greatest =
        stream == notices_stream ? sizeof(NormNotice) : options_.max_message_bytes;
    from = std::make_unique<Source>(party, stream, key_, greatest);
    const auto begins = incoming_[stream].begins.find(party);
    if (begins != incoming_[stream].begins.end()) begin_at(*from, begins->second);
    from->has_begun |= stream == notices_stream;
  }
  if (event.type == NORM_RX_OBJECT_NEW) from->reader.attach(event.object);
  if (event.type == NORM_RX_OBJECT_UPDATED || event.type == NORM_RX_OBJECT_NEW) {
    from->reader.updated();
  }
  if (stream == notices_stream) {
    read_notices(*from);
  } else if (!std::exchange(from->ready, true)) {
    ready_.push_back(from.get());
  }
}

// Its next message can be shown.
bool NormPort::show(Source& source) {
  for (;;) {
    switch (source.reader.next()) {
      case NormReader::Next::message:
        if (!source.has_begun) return false;
        if (source.stream == notices_stream || source.reader.number() > source.read) return true;
        source.reader.pop();  // from before it has joined, or to rouse it
        break;
      case NormReader::Next::foreign:
        ++counters_.foreign;
        return false;
      case NormReader::Next::malformed:
        ++counters_.malformed;
        break;
      case NormReader::Next::none:
        return false;
    }
  }
}

// NORM does not always say that there is something to read, namely after it has given up what a sender no longer has.
void NormPort::look_again() {
  for (auto& [id, stream] : incoming_) {
    for (auto& [party, source] : stream.from) {
      source->reader.updated();
      if (id == notices_stream) {
        read_notices(*source);
      } else if (!std::exchange(source->ready, true)) {
        ready_.push_back(source.get());
      }
    }
  }
}

void NormPort::rotate() {
  turn_ = 0;
  ready_.push_back(ready_.front());
  ready_.pop_front();
}

// The first of those that are ready has a message.
bool NormPort::settle() {
  while (!ready_.empty()) {
    if (show(*ready_.front())) return true;
    ready_.front()->ready = false;
    ready_.pop_front();
    turn_ = 0;
  }
  return false;
}

Arrived NormPort::peek() {
  if (closed_) return {Io::closed, 0, 0, {}};
  for (bool pumped = false;; pumped = true) {
    if (!lost_.empty()) {
      told_lost_ = true;
      return {Io::peer_lost, lost_.front().first, lost_.front().second, {}};
    }
    if (settle()) break;
    if (pumped || !begun_) return {};
    take_events();
  }
  Source& source = *ready_.front();
  return {Io::ok, source.party, source.stream, source.reader.message()};
}

void NormPort::release() {
  if (std::exchange(told_lost_, false)) {
    lost_.pop_front();
    return;
  }
  Source& source = *ready_.front();
  const std::uint64_t number = source.reader.number();
  if (number != source.read + 1) {
    ++repairs_.left_behind;
    counters_.lost += number - source.read - 1;
    lost_.emplace_back(source.party, source.stream);
  }
  source.read = number;
  ++counters_.messages_received;
  counters_.bytes_received += source.reader.message().size();
  source.reader.pop();
  if (++turn_ >= turn_messages) rotate();
  if (owed_++ == 0) owed_since_ns_ = base::now_ns();
  if (owed_ >= options_.window_packets / 4) tell_credits();
}

void NormPort::close() {
  if (closed_) return;
  if (begun_ && notices_out_.stream != nullptr) say_goodbye();
  forget();
}

void NormPort::say_goodbye() {
  (void)flush();
  tell_credits();
  const std::int64_t until = base::now_ns() + linger_ns;
  const auto missing = [](const auto& each) { return unread(each.second) > 0; };
  while (std::ranges::any_of(outgoing_, missing) && base::now_ns() < until) {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    pump();
  }
  tell({.kind = NormNotice::Kind::goodbye});
  send_notices();
  std::this_thread::sleep_for(std::chrono::nanoseconds(farewell_ns));
}

void NormPort::forget() {
  closed_ = true;
  ready_.clear();
  dirty_.clear();
  for (auto& [id, stream] : incoming_) stream.from.clear();
  ground_.end();
  outgoing_.clear();
  incoming_.clear();
  lost_.clear();
}

std::unique_ptr<Port> new_norm_port(const NormOptions& options,
                                    std::shared_ptr<base::Doorbell> bell) {
  return std::make_unique<NormPort>(options, std::move(bell));
}

}  // namespace orrery::transport
