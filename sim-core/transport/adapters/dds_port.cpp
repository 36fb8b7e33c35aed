#include "dds_port.hpp"

#include <algorithm>
#include <cstring>

#include "parties.hpp"

namespace orrery::transport {

namespace {

Head head_of(const Packet& packet) {
  Head head;
  std::memcpy(&head, packet.bytes.buffer, sizeof head);
  return head;
}

}  // namespace

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
  if (found->second.shown != nullptr) --waiting_;
  if (shown_ == &found->second) shown_ = nullptr;
  give_back(found->second);
  dds_delete(found->second.reader);
  incoming_.erase(found);
  return {};
}

bool DdsPort::pump() {
  if (closed_) return true;
  (void)take();  // to answer who greets
  take_credits();
  if (owed_ > 0 && base::now_ns() - owed_since_ns_ >= credit_ns) tell_credits();
  const bool changed = session_.matched.exchange(false);
  for (auto& [id, stream] : outgoing_) {
    if (changed || waited_for_.contains(id)) review(id, stream);
  }
  if (changed) miss_departed();
  return readable();
}

bool DdsPort::has_room(Outgoing& stream) {
  if (!std::ranges::includes(stream.ready, stream.expected)) {
    pump();
    if (!std::ranges::includes(stream.ready, stream.expected)) return false;
  }
  if (!options_.reliable || unread(stream) < options_.window_packets) return true;
  take_credits();
  ask_anew(stream);
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
  const Head head{.number = reserved_->sent + 1};
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

void DdsPort::give_back(Incoming& stream) {
  if (stream.taken > 0) {
    dds_return_loan(stream.reader, stream.samples.data(), static_cast<std::int32_t>(stream.taken));
  }
  stream.taken = stream.next = 0;
  stream.shown = nullptr;
  stream.samples.fill(nullptr);
}

// True if there is a message, of any stream. What is taken is not taken back: of a stream that shows one no more is taken.
bool DdsPort::take() {
  if (!session_.news.exchange(false)) return waiting_ > 0;
  for (auto& [id, stream] : incoming_) {
    if (shows(id, stream)) {
      session_.news = true;  // perhaps there is more behind
    } else {
      fill(id, stream);
    }
  }
  return waiting_ > 0;
}

void DdsPort::fill(StreamId id, Incoming& stream) {
  do {
    give_back(stream);
    const dds_return_t count = dds_take(stream.reader, stream.samples.data(), stream.infos.data(),
                                        taken_at_once, taken_at_once);
    if (count <= 0) return;
    stream.taken = static_cast<std::size_t>(count);
    session_.news = true;
  } while (!shows(id, stream));
}

bool DdsPort::shows(StreamId id, Incoming& stream) {
  for (; stream.shown == nullptr && stream.next < stream.taken; ++stream.next) {
    stream.shown = look_at(id, stream);
    if (stream.shown == nullptr) continue;
    ++waiting_;
    break;
  }
  return stream.shown != nullptr;
}

// The progress of its sender, if the next one is a message for the owner.
DdsPort::Progress* DdsPort::look_at(StreamId id, Incoming& stream) {
  if (!stream.infos[stream.next].valid_data) return nullptr;  // a writer's end
  const Packet& packet = stream.packet();
  if (packet.bytes.length < sizeof(Head) ||
      packet.bytes.length > sizeof(Head) + options_.max_message_bytes) {
    ++counters_.malformed;
    return nullptr;
  }
  const Head head = head_of(packet);
  if (head.greeting != 0) {
    answer(id, stream, packet.sender, head);
    return nullptr;
  }
  const auto sender = stream.from.find(packet.sender);
  if (sender == stream.from.end()) return nullptr;  // which has not yet found this one
  if (options_.reliable && head.number <= sender->second.read) {
    ++repairs_.duplicates;
    return nullptr;
  }
  return &sender->second;
}

// The stream whose message is shown next: others come first. False: there is none.
bool DdsPort::choose() {
  if (shown_ != nullptr && shown_->shown != nullptr) return true;
  if (waiting_ == 0 && !take()) return false;
  auto at = incoming_.upper_bound(shown_stream_);
  for (;; ++at) {
    if (at == incoming_.end()) at = incoming_.begin();
    if (at->second.shown != nullptr) break;
  }
  shown_stream_ = at->first;
  shown_ = &at->second;
  return true;
}

Arrived DdsPort::peek() {
  if (closed_) return {Io::closed, 0, 0, {}};
  if (session_.matched) pump();
  const bool any = choose();
  if (!lost_.empty()) {
    told_lost_ = true;
    return {Io::peer_lost, lost_.front().first, lost_.front().second, {}};
  }
  if (!any) return {};
  const Packet& packet = shown_->packet();
  return {Io::ok,
          packet.sender,
          shown_stream_,
          {reinterpret_cast<const std::byte*>(packet.bytes.buffer) + sizeof(Head),
           packet.bytes.length - sizeof(Head)}};
}

void DdsPort::release() {
  if (std::exchange(told_lost_, false)) {
    lost_.pop_front();
    return;
  }
  Incoming& stream = *shown_;
  const Packet& packet = stream.packet();
  const Head head = head_of(packet);
  Progress& progress = *stream.shown;
  ++counters_.messages_received;
  counters_.bytes_received += packet.bytes.length - sizeof(Head);
  if (options_.reliable) {
    miss(shown_stream_, packet.sender, progress, head.number);
  } else {
    progress.numbers.saw(static_cast<std::uint32_t>(head.number), counters_);
  }
  progress.read = head.number;
  stream.shown = nullptr;
  ++stream.next;
  --waiting_;
  (void)shows(shown_stream_, stream);
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
  for (auto& [id, stream] : incoming_) give_back(stream);
  shown_ = nullptr;
  waiting_ = 0;
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
