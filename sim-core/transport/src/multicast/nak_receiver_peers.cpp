// What a receiver does among peers: says what it misses, holds what they may miss.

#include <algorithm>

#include "orrery/base/wait.hpp"

#include "nak_receiver.hpp"

namespace orrery::transport {

std::int64_t NakReceiver::tell_peers_at_ns() const {
  if (!takes_part()) return base::no_deadline;
  std::int64_t at = base::no_deadline;
  if (ack_at_ns_ != 0) at = ack_at_ns_;
  if (!missing_.empty()) at = std::min(at, ask_peers_at_ns_);
  return at;
}

void NakReceiver::ask_peers(std::int64_t now, std::size_t most,
                            std::vector<std::uint64_t>& numbers) {
  numbers.clear();
  std::int64_t next_at = base::no_deadline;
  for (Missing& missing : missing_) {
    if (missing.ask_peers_at_ns <= now && numbers.size() < most) {
      numbers.push_back(missing.number);
      missing.ask_peers_at_ns = now + peers_->retry_ns;
    }
    next_at = std::min(next_at, missing.ask_peers_at_ns);
  }
  ask_peers_at_ns_ = next_at;
}

std::uint64_t NakReceiver::learn_from_peers(std::uint64_t known, std::int64_t now) {
  learn_of(std::min(known, next_ + options_->window_packets), now);
  return std::max(known, known_);
}

bool NakReceiver::misses(std::uint64_t number, std::int64_t now) {
  if (!takes_part() || number < next_ || number - next_ >= options_->window_packets) return false;
  learn_of(number + 1, now);
  const auto at = std::ranges::lower_bound(missing_, number, {}, &Missing::number);
  if (at == missing_.end() || at->number != number) return false;
  at->ask_peers_at_ns = now + peers_->retry_ns;
  return true;
}

NakReceiver::Held NakReceiver::held(std::uint64_t number) const {
  if (started_ && !ended_ && number >= next_ && number < known_) {
    const Slot& slot = slots_[number % slots_.size()];
    if (number - next_ >= slots_.size() || !slot.there) return {};
    return {std::span(slot.bytes).first(slot.used), slot.last, true};
  }
  const PacketCache::Packet* packet = cache_.find(number);
  if (packet == nullptr) return {};
  return {std::span(packet->bytes).first(packet->used), packet->last, true};
}

}  // namespace orrery::transport
