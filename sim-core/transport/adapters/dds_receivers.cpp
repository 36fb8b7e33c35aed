// Who hears a stream, and how far they have read.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "dds_port.hpp"

namespace orrery::transport {

namespace {

constexpr std::size_t most_parties = 256;

// Of those whom Cyclone has matched with a writer or a reader.
template <class Matched, class DataOf>
std::set<PartyId> parties_at(dds_entity_t entity, Matched matched, DataOf data_of) {
  std::set<PartyId> parties;
  std::array<dds_instance_handle_t, most_parties> handles{};
  const dds_return_t count = matched(entity, handles.data(), handles.size());
  for (std::size_t i = 0;
       count > 0 && i < std::min<std::size_t>(static_cast<std::size_t>(count), handles.size());
       ++i) {
    dds_builtintopic_endpoint_t* at = data_of(entity, handles[i]);
    if (at == nullptr) continue;
    void* data = nullptr;
    std::size_t size = 0;
    if (dds_qget_userdata(at->qos, &data, &size) && size == sizeof(PartyId)) {
      PartyId party = 0;
      std::memcpy(&party, data, sizeof party);
      parties.insert(party);
    }
    if (data != nullptr) dds_free(data);
    dds_builtintopic_free_endpoint(at);
  }
  return parties;
}

std::set<PartyId> readers_of(dds_entity_t writer) {
  return parties_at(writer, &dds_get_matched_subscriptions, &dds_get_matched_subscription_data);
}
std::set<PartyId> writers_to(dds_entity_t reader) {
  return parties_at(reader, &dds_get_matched_publications, &dds_get_matched_publication_data);
}

}  // namespace

base::Status DdsPort::expect(StreamId stream, std::span<const PartyId> receivers) {
  const auto found = outgoing_.find(stream);
  if (found == outgoing_.end()) {
    return base::Error{base::ErrorCode::invalid_argument,
                       "stream " + std::to_string(stream) + " is not open"};
  }
  Outgoing& to = found->second;
  for (const PartyId party : receivers) {
    departed_.erase(party);
    expect(to, party);
  }
  to.expected_since_ns = base::now_ns();
  waited_for_.insert(stream);
  return {};
}

void DdsPort::expect(Outgoing& stream, PartyId party) {
  if (stream.expected.insert(party).second && options_.reliable) {
    stream.read.try_emplace(party, stream.sent);
  }
}

// Who hears this stream now, all of whom are waited for; whoever was expected and has gone, or has not answered, is lost.
void DdsPort::review(StreamId id, Outgoing& stream) {
  std::set<PartyId> now = readers_of(stream.writer);
  // Cyclone may go on believing in it for a while.
  std::erase_if(now, [&](PartyId party) { return departed_.contains(party); });
  for (const PartyId party : stream.found) {
    if (!now.contains(party)) give_up(id, stream, party);
  }
  bool came = false;
  for (const PartyId party : now) {
    if (stream.found.contains(party)) continue;
    came = true;
    expect(stream, party);
  }
  stream.found = std::move(now);
  const std::int64_t now_ns = base::now_ns();
  if (came) stream.expected_since_ns = now_ns;
  if (now_ns - stream.expected_since_ns > options_.eviction_ns) {
    for (const PartyId party : std::set<PartyId>(stream.expected)) {
      if (!stream.ready.contains(party)) give_up(id, stream, party);
    }
  }
  if (std::ranges::includes(stream.ready, stream.expected)) {
    waited_for_.erase(id);
  } else {
    waited_for_.insert(id);
    const bool again = now_ns - stream.heard_ns > stream.patience_ns;
    if (came) {
      stream.patience_ns = greet_again_ns;
    } else if (again) {
      stream.patience_ns = std::min(2 * stream.patience_ns, greet_again_at_most_ns);
    }
    if (came || again) greet(stream);
  }
}

// A party's reader of credits is there before it joins any stream, and as long as the party. One that closes before it has
// found this port can say no good-bye to it, and no stream that it never joined would miss it.
void DdsPort::miss_departed() {
  std::set<PartyId> now = readers_of(credit_writer_);
  for (const PartyId party : present_) {
    if (now.contains(party)) continue;
    for (auto& [id, stream] : outgoing_) {
      if (stream.expected.contains(party)) give_up(id, stream, party);
    }
  }
  present_ = std::move(now);
}

void DdsPort::give_up(StreamId id, Outgoing& stream, PartyId party) {
  stream.expected.erase(party);
  stream.ready.erase(party);
  stream.read.erase(party);
  if (!options_.reliable || departed_.contains(party)) return;
  ++repairs_.evicted;
  lost_.emplace_back(party, id);
}

std::uint64_t DdsPort::unread(const Outgoing& stream) {
  std::uint64_t least = stream.sent;
  for (const auto& [party, read] : stream.read) least = std::min(least, read);
  return stream.sent - least;
}

void DdsPort::take_credits() {
  if (credit_reader_ == 0) return;
  std::array<void*, taken_at_once> samples{};
  std::array<dds_sample_info_t, taken_at_once> infos{};
  for (;;) {
    const dds_return_t count =
        dds_take(credit_reader_, samples.data(), infos.data(), taken_at_once, taken_at_once);
    if (count <= 0) return;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      const auto& packet = *static_cast<const Packet*>(samples[i]);
      if (!infos[i].valid_data || packet.bytes.length != sizeof(Credit)) continue;
      Credit credit;
      std::memcpy(&credit, packet.bytes.buffer, sizeof credit);
      if (credit.sender == everybody) on_goodbye(packet.sender);
      if (credit.sender != options_.self || departed_.contains(packet.sender)) continue;
      ++repairs_.acks_received;
      const auto to = outgoing_.find(credit.stream);
      if (to == outgoing_.end() || credit.read > to->second.sent) continue;
      Outgoing& stream = to->second;
      // One that is repaired late may be of a party that has left meanwhile: nobody waits for that.
      if (!stream.expected.contains(packet.sender)) continue;
      stream.heard_ns = base::now_ns();
      // Who had not been found may have heard what was said to others, and nothing is repaired for it.
      if (credit.greeting == stream.greetings && stream.found.contains(packet.sender)) {
        stream.ready.insert(packet.sender);
      }
      if (!options_.reliable) continue;
      std::uint64_t& read = stream.read[packet.sender];
      read = std::max(read, credit.read);
    }
    dds_return_loan(credit_reader_, samples.data(), count);
    samples.fill(nullptr);
  }
}

// Nobody waits for it any more, also where it had not been found yet.
void DdsPort::on_goodbye(PartyId party) {
  departed_.insert(party);
  for (auto& [id, stream] : outgoing_) {
    stream.expected.erase(party);
    stream.found.erase(party);
    stream.ready.erase(party);
    stream.read.erase(party);
  }
}

void DdsPort::evict(PartyId party) {
  for (const auto& [id, stream] : outgoing_) {
    repairs_.evicted += stream.expected.contains(party) ? 1 : 0;
  }
  on_goodbye(party);
}

void DdsPort::tell(const Credit& credit) {
  Credit said = credit;
  (void)session_.write(credit_writer_, std::as_writable_bytes(std::span(&said, 1)));
}

void DdsPort::tell_credits() {
  for (auto& [id, stream] : incoming_) {
    for (auto& [sender, progress] : stream.from) {
      if (progress.told == progress.read) continue;
      progress.told = progress.read;
      tell({sender, id, progress.read});
      ++repairs_.acks_sent;
    }
  }
  owed_ = 0;
}

// Whoever answers the latest has got all that is under way, and from then on everything.
void DdsPort::greet(Outgoing& stream) {
  Head head{stream.sent, ++stream.greetings};
  (void)session_.write(stream.writer, std::as_writable_bytes(std::span(&head, 1)));
  stream.heard_ns = base::now_ns();
}

// How far they are, of whom nothing has been heard for a while: a credit too can be lost while ports find each other.
void DdsPort::ask_anew(Outgoing& stream) {
  if (unread(stream) > 0 && base::now_ns() - stream.heard_ns > greet_again_ns) greet(stream);
}

void DdsPort::answer(StreamId id, Incoming& stream, PartyId sender, const Head& greeting) {
  const auto [at, first] = stream.from.try_emplace(sender);
  Progress& progress = at->second;
  if (!first && options_.reliable) miss(id, sender, progress, greeting.number + 1);
  progress.read = progress.told = std::max(progress.read, greeting.number);
  tell({sender, id, progress.read, greeting.greeting});
}

// Cyclone's promise is not taken on trust: who lacks something is told.
void DdsPort::miss(StreamId id, PartyId sender, const Progress& progress, std::uint64_t next) {
  if (next <= progress.read + 1) return;
  ++repairs_.left_behind;
  counters_.lost += next - progress.read - 1;
  lost_.emplace_back(sender, id);
}

// Does whoever hears this port, or is heard, hear its credits too? Those may find each other later than streams do.
bool DdsPort::all_hear_credits() const {
  const std::set<PartyId> there = readers_of(credit_writer_);
  return std::ranges::all_of(
             outgoing_,
             [&](const auto& each) { return std::ranges::includes(there, each.second.found); }) &&
         std::ranges::all_of(incoming_, [&](const auto& each) {
           return std::ranges::includes(there, writers_to(each.second.reader));
         });
}

void DdsPort::say_goodbye() {
  if (options_.reliable) tell_credits();
  const std::int64_t until = base::now_ns() + linger_ns;
  const auto missing = [](const auto& each) { return unread(each.second) > 0; };
  while ((std::ranges::any_of(outgoing_, missing) || !all_hear_credits()) &&
         base::now_ns() < until) {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    pump();
    for (auto& [id, stream] : outgoing_) ask_anew(stream);
  }
  tell({.sender = everybody});
  (void)dds_wait_for_acks(credit_writer_, DDS_MSECS(500));
}

std::size_t DdsPort::receivers(StreamId stream) const {
  const auto found = outgoing_.find(stream);
  return found == outgoing_.end() ? 0 : found->second.ready.size();
}

std::uint64_t DdsPort::unacknowledged(StreamId stream) const {
  const auto found = outgoing_.find(stream);
  return found == outgoing_.end() ? 0 : unread(found->second);
}

}  // namespace orrery::transport
