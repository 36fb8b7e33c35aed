#include "nak_receiver.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "orrery/base/wait.hpp"

#include "chain/framing.hpp"
#include "nak_send.hpp"

namespace orrery::transport {
namespace {

constexpr std::int64_t longest_retry_ns = 200'000'000;
constexpr std::size_t first_received_slots = 16;
constexpr std::int64_t join_retry_ns = 20'000'000;

}  // namespace

bool NakReceiver::begin(const NakHeader& header, std::uint64_t number, std::int64_t now) {
  if (started_ && header.epoch == epoch_) {
    heard_ns_ = now;
    silent_ = false;
    if (ended_) leave();  // the last one was lost
    if (!welcome_ && number > next_) skip_to(number);
    return welcome_ && !ended_;
  }
  // Another life of the sender: a packet under way since before must not bring the old one back.
  if (started_ && static_cast<std::int32_t>(header.epoch - epoch_) < 0) return false;
  started_ = true;
  ended_ = silent_ = false;
  epoch_ = header.epoch;
  heard_ns_ = now;
  if (slots_.empty()) slots_.resize(first_received_slots);
  // All from the first, while that is still held. Else from here on, if the sender agrees: only then
  // does it hold what we miss.
  welcome_ = header.other == 0;
  skip_to(welcome_ ? 0 : number);
  acknowledge(now);  // makes us known
  return welcome_;
}

void NakReceiver::skip_to(std::uint64_t number) {
  for (Slot& slot : slots_) slot.there = false;
  next_ = known_ = told_ = number;
  missing_.clear();
  cache_.clear();
}

void NakReceiver::make_room(std::uint64_t number) {
  while (number - next_ >= slots_.size()) {
    std::vector<Slot> more(slots_.size() * 2);
    for (std::uint64_t held = next_; held < next_ + slots_.size(); ++held) {
      more[held % more.size()] = std::move(slots_[held % slots_.size()]);
    }
    slots_ = std::move(more);
  }
}

void NakReceiver::on_welcome(const NakHeader& header, std::int64_t now) {
  if (!started_ || ended_ || header.epoch != epoch_) return;
  heard_ns_ = now;
  if (welcome_) return;
  welcome_ = true;
  ack_at_ns_ = 0;
  skip_to(header.number);
}

NakReceiver::Event NakReceiver::fall_behind(std::uint64_t newest, std::int64_t now) {
  ++counters_->left_behind;
  // The sender does not wait for us: catching up with it may take for ever. Join it anew.
  welcome_ = false;
  skip_to(newest);
  heard_ns_ = now;
  acknowledge(now);
  return Event::left_behind;
}

void NakReceiver::learn_of(std::uint64_t end, std::int64_t now) {
  if (end <= known_) return;
  const std::int64_t peers_at = now + options_->nak_delay_ns;
  const std::int64_t at = peers_at + patience();
  for (std::uint64_t number = known_; number < end; ++number) {
    missing_.push_back({number, at, peers_at, 0, 0});
  }
  const bool first = missing_.size() == end - known_;
  ask_at_ns_ = first ? at : std::min(ask_at_ns_, at);
  ask_peers_at_ns_ = first ? peers_at : std::min(ask_peers_at_ns_, peers_at);
  known_ = end;
}

NakReceiver::Event NakReceiver::on_data(const NakHeader& header, std::span<const std::byte> message,
                                        std::int64_t now) {
  if (!begin(header, header.number, now)) return Event::nothing;
  const std::uint64_t number = header.number;
  if (header.other <= number && behind(header.other)) return fall_behind(number, now);
  if (number < next_ || number - next_ >= options_->window_packets) {
    // Read already: our acknowledgement was lost. Or more than the window: no room.
    ++counters_->duplicates;
    if (ack_at_ns_ == 0) ack_at_ns_ = now + options_->ack_ns;
    return Event::nothing;
  }
  make_room(number);
  Slot& slot = slots_[number % slots_.size()];
  if (slot.there) {
    ++counters_->duplicates;
    return Event::nothing;
  }
  bool repaired = (header.flags & nak_flag_repair) != 0;
  if (number >= known_) {
    learn_of(number, now);
    known_ = number + 1;
  } else {
    const auto at = std::ranges::lower_bound(missing_, number, {}, &Missing::number);
    if (at != missing_.end() && at->number == number) {
      repaired |= at->times > 0;
      if (at->times > 0) {
        // Asked more than once, it took at most so long: retries must not lengthen themselves.
        const std::int64_t took = now - at->asked_ns;
        if (round_trip_ns_ == 0 || took < round_trip_ns_) {
          round_trip_ns_ = took;
        } else if (at->times == 1) {
          round_trip_ns_ += (took - round_trip_ns_) / 8;
        }
      }
      missing_.erase(at);
    }
  }
  counters_->repaired += repaired ? 1 : 0;
  slot.bytes.resize(std::max(slot.bytes.size(), message.size()));
  if (!message.empty()) std::memcpy(slot.bytes.data(), message.data(), message.size());
  slot.used = message.size();
  slot.there = true;
  slot.last = (header.flags & nak_flag_last) != 0;
  return Event::nothing;
}

NakReceiver::Event NakReceiver::on_heartbeat(const NakHeader& header, std::int64_t now) {
  if (!begin(header, header.number, now)) return Event::nothing;
  if (header.other <= header.number && behind(header.other)) {
    return fall_behind(header.number, now);
  }
  learn_of(std::min(header.number, next_ + options_->window_packets), now);
  // The sender wants to know who is there.
  if (ack_at_ns_ == 0) ack_at_ns_ = now + options_->ack_ns;
  return Event::nothing;
}

NakReceiver::Event NakReceiver::on_gone(const NakHeader& header, std::int64_t now) {
  if (!started_ || ended_ || header.epoch != epoch_) return Event::nothing;
  heard_ns_ = now;
  return welcome_ && behind(header.number) ? fall_behind(header.number, now) : Event::nothing;
}

bool NakReceiver::pop(std::int64_t now) {
  Slot& slot = slots_[next_ % slots_.size()];
  slot.there = false;
  if (patience() > 0) {
    cache_.arrange(peers_->partition, options_->window_packets);
    if (cache_.keeps(next_)) cache_.keep(next_, slot.bytes, slot.used, slot.last);
  }
  ++next_;
  // A window's quarter is told at once, so that the sender need not wait; peers get a while longer.
  if (next_ - told_ >= options_->window_packets / (patience() > 0 ? 2 : 4)) {
    acknowledge(now);
  } else if (ack_at_ns_ == 0) {
    ack_at_ns_ = now + options_->ack_ns;
  }
  return slot.last;
}

void NakReceiver::acknowledge(std::int64_t now) {
  std::array<std::byte, nak_header_bytes> packet{};
  put(packet.data(), NakHeader{.type = NakType::ack,
                               .flags = welcome_ ? std::uint8_t{0} : nak_flag_join,
                               .epoch = epoch_,
                               .number = next_,
                               .other = stream_});
  ack_at_ns_ = welcome_ ? 0 : now + join_retry_ns;
  told_ = next_;
  ++counters_->acks_sent;
  (void)below_->send(direct_to(from_), packet);  // a loss is made good by the next
}

void NakReceiver::ask(std::int64_t now) {
  std::array<NakRange, most_ranges> ranges{};
  unsigned count = 0;
  std::int64_t next_at = base::no_deadline;
  for (Missing& missing : missing_) {
    if (missing.ask_at_ns > now) {
      next_at = std::min(next_at, missing.ask_at_ns);
      continue;
    }
    const bool extends =
        count > 0 && ranges[count - 1].first + ranges[count - 1].count == missing.number;
    if (!extends && count == most_ranges) {
      next_at = now;  // the rest in another
      break;
    }
    if (extends) {
      ++ranges[count - 1].count;
    } else {
      ranges[count++] = {missing.number, 1};
    }
    if (missing.times == 0) {
      missing.asked_ns = now;
      ++counters_->missed;
    }
    const std::int64_t wait = std::max(options_->nak_retry_ns, 2 * round_trip_ns_)
                              << std::min(missing.times, 10U);
    ++missing.times;
    missing.ask_at_ns = now + std::min(wait, std::max(longest_retry_ns, 2 * round_trip_ns_));
    next_at = std::min(next_at, missing.ask_at_ns);
  }
  ask_at_ns_ = next_at;
  if (count == 0) return;
  ++counters_->naks_sent;
  send_nak(*below_, from_, epoch_, stream_, std::span(ranges).first(count));
}

void NakReceiver::end() {
  leave();
  ended_ = true;
  missing_.clear();
  slots_.clear();
}

bool NakReceiver::tick(std::int64_t now) {
  if (!started_ || ended_ || silent_) return true;
  if (now - heard_ns_ > options_->peer_timeout_ns) {
    silent_ = true;
    return false;
  }
  while (!missing_.empty() && now >= ask_at_ns_) {
    ask(now);
    if (ask_at_ns_ <= now && missing_.size() <= most_ranges) break;
  }
  if (ack_at_ns_ != 0 && now >= ack_at_ns_ + patience()) acknowledge(now);
  return true;
}

std::int64_t NakReceiver::next_deadline_ns() const {
  if (!started_ || ended_ || silent_) return base::no_deadline;
  std::int64_t deadline = heard_ns_ + options_->peer_timeout_ns + 1;
  if (!missing_.empty()) deadline = std::min(deadline, ask_at_ns_);
  if (ack_at_ns_ != 0) deadline = std::min(deadline, ack_at_ns_ + patience());
  return deadline;
}

void NakReceiver::leave() {
  if (started_) send_leave(*below_, from_, epoch_, stream_);
}

}  // namespace orrery::transport
