#include "dds_port.hpp"

#include <algorithm>
#include <cstring>

#include "parties.hpp"

namespace orrery::transport {

base::Status DdsPort::begin() {
  if (std::exchange(begun_, true)) return {};
  if (auto started = session_.start(); !started) return started;
  const StreamId own = direct_to(options_.self);
  auto direct = session_.make_reader(own, options_.reliable);
  if (!direct) return direct.error();
  incoming_[own].reader = *direct;
  auto writer = session_.make_writer(credits_stream, true);
  if (!writer) return writer.error();
  credit_writer_ = *writer;
  auto reader = session_.make_reader(credits_stream, true);
  if (!reader) return reader.error();
  credit_reader_ = *reader;
  return {};
}

base::Status DdsPort::open(StreamId stream, std::span<const std::string> endpoints) {
  if (auto begun = begin(); !begun) return begun;
  std::vector<PartyId> parties;
  for (const std::string& endpoint : endpoints) {
    if (auto named = parties_of("dds", endpoint, parties); !named) return named;
  }
  // One party is at the other end: nothing leaves before it is there.
  if ((stream & direct_bit) != 0) parties.assign(1, stream & ~direct_bit);
  std::erase(parties, options_.self);
  if (!outgoing_.contains(stream)) {
    auto writer = session_.make_writer(stream, options_.reliable);
    if (!writer) return writer.error();
    outgoing_[stream].writer = *writer;
  }
  return expect(stream, parties);
}

base::Status DdsPort::join(StreamId stream, const std::string& /*endpoint*/) {
  if (auto begun = begin(); !begun) return begun;
  if (incoming_.contains(stream)) return {};
  auto reader = session_.make_reader(stream, options_.reliable);
  if (!reader) return reader.error();
  incoming_[stream].reader = *reader;
  return {};
}

base::Status DdsPort::leave(StreamId stream) {
  const auto found = incoming_.find(stream);
  if (found == incoming_.end()) return {};
  if (taken_from_ == found->second.reader) give_back();
  dds_delete(found->second.reader);
  incoming_.erase(found);
  return {};
}

bool DdsPort::pump() {
  if (closed_) return true;
  take_credits();
  if (owed_ > 0 && base::now_ns() - owed_since_ns_ >= credit_ns) tell_credits();
  const bool changed = session_.matched.exchange(false);
  if (changed && !options_.reliable) tell_heard();
  for (auto& [id, stream] : outgoing_) {
    if (changed || waited_for_.contains(id)) review(id, stream);
  }
  if (changed) miss_departed();
  return readable();
}

bool DdsPort::has_room(Outgoing& stream) {
  if (!std::ranges::includes(stream.known, stream.expected)) {
    pump();
    if (!std::ranges::includes(stream.known, stream.expected)) return false;
  }
  if (!options_.reliable || unread(stream) < options_.window_packets) return true;
  take_credits();
  return unread(stream) < options_.window_packets;
}

// Of the party that a stream is directed to: it can be answered.
bool DdsPort::has_heard(StreamId stream) const {
  return (stream & direct_bit) != 0 && std::ranges::any_of(incoming_, [&](const auto& each) {
           return each.second.from.contains(stream & ~direct_bit);
         });
}

Reserved DdsPort::reserve(StreamId stream, std::size_t bytes) {
  if (closed_) return {Io::closed, {}};
  auto found = outgoing_.find(stream);
  if (found == outgoing_.end() && has_heard(stream) && open(stream, "")) {
    found = outgoing_.find(stream);
  }
  if (found == outgoing_.end()) return {Io::closed, {}};
  if (bytes > options_.max_message_bytes) return {Io::too_big, {}};
  if (!has_room(found->second)) {
    ++counters_.would_block;
    refused_ = &found->second;
    return {Io::full, {}};
  }
  message_.resize(sizeof(Head) + options_.max_message_bytes);
  reserved_ = &found->second;
  return {Io::ok, std::span(message_).subspan(sizeof(Head), bytes)};
}

void DdsPort::commit(std::size_t bytes) {
  const Head head{reserved_->sent + 1};
  std::memcpy(message_.data(), &head, sizeof head);
  if (session_.write(reserved_->writer, std::span(message_).first(sizeof head + bytes)) !=
      DDS_RETCODE_OK) {
    ++counters_.dropped;
    return;
  }
  ++reserved_->sent;
  ++counters_.messages_sent;
  counters_.bytes_sent += bytes;
}

Io DdsPort::flush() {
  if (closed_) return Io::closed;
  pump();
  return Io::ok;
}

void DdsPort::give_back() {
  if (taken_ > 0) dds_return_loan(taken_from_, samples_.data(), static_cast<std::int32_t>(taken_));
  taken_ = next_ = 0;
  samples_.fill(nullptr);
}

// From the stream after the one that was looked at last.
bool DdsPort::take_more() {
  give_back();
  if (!session_.news.exchange(false)) return false;
  auto at = incoming_.upper_bound(last_stream_);
  for (std::size_t i = 0; i < incoming_.size(); ++i, ++at) {
    if (at == incoming_.end()) at = incoming_.begin();
    const dds_return_t count =
        dds_take(at->second.reader, samples_.data(), infos_.data(), taken_at_once, taken_at_once);
    if (count <= 0) continue;
    session_.news = true;  // perhaps there is more, here or in others
    last_stream_ = taken_stream_ = at->first;
    taken_from_ = at->second.reader;
    taken_ = static_cast<std::size_t>(count);
    return true;
  }
  return false;
}

Arrived DdsPort::peek() {
  if (closed_) return {Io::closed, 0, 0, {}};
  if (session_.matched) pump();
  if (!lost_.empty()) {
    told_lost_ = true;
    return {Io::peer_lost, lost_.front().first, lost_.front().second, {}};
  }
  for (;;) {
    for (; next_ < taken_; ++next_) {
      const auto& packet = *static_cast<const Packet*>(samples_[next_]);
      if (!infos_[next_].valid_data) continue;  // a writer's end
      if (packet.bytes.length < sizeof(Head) ||
          packet.bytes.length > sizeof(Head) + options_.max_message_bytes) {
        ++counters_.malformed;
        continue;
      }
      return {Io::ok,
              packet.sender,
              taken_stream_,
              {reinterpret_cast<const std::byte*>(packet.bytes.buffer) + sizeof(Head),
               packet.bytes.length - sizeof(Head)}};
    }
    if (!take_more()) return {};
  }
}

void DdsPort::release() {
  if (std::exchange(told_lost_, false)) {
    lost_.pop_front();
    return;
  }
  const auto& packet = *static_cast<const Packet*>(samples_[next_]);
  ++counters_.messages_received;
  counters_.bytes_received += packet.bytes.length - sizeof(Head);
  ++next_;
  Head head;
  std::memcpy(&head, packet.bytes.buffer, sizeof head);
  const auto stream = incoming_.find(taken_stream_);
  if (stream != incoming_.end()) {
    Progress& progress = stream->second.from[packet.sender];
    progress.read = head.number;
    if (!options_.reliable) {
      progress.numbers.saw(static_cast<std::uint32_t>(head.number), counters_);
    }
  }
  if (!options_.reliable) return;
  if (owed_++ == 0) owed_since_ns_ = base::now_ns();
  if (owed_ >= options_.window_packets / 4) tell_credits();
}

void DdsPort::close() {
  if (closed_) return;
  if (credit_writer_ != 0) say_goodbye();
  forget();
}

void DdsPort::forget() {
  closed_ = true;
  give_back();
  session_.end();
  outgoing_.clear();
  incoming_.clear();
  lost_.clear();
}

std::unique_ptr<Port> new_dds_port(const DdsOptions& options,
                                   std::shared_ptr<base::Doorbell> bell) {
  return std::make_unique<DdsPort>(options, std::move(bell));
}

}  // namespace orrery::transport
