#include "impaired_port.hpp"

#include <algorithm>

#include "framing.hpp"

namespace orrery::transport {

ImpairedPort::ImpairedPort(std::unique_ptr<Port> below, const ImpairmentOptions& options,
                           Clock clock)
    : Module(std::move(below)),
      options_(options),
      reliable_(below_->reliable()),
      clock_(std::move(clock)),
      stamp_bytes_(options.from_sending ? sizeof(std::int64_t) : 0) {}

Reserved ImpairedPort::reserve(StreamId stream, std::size_t bytes) {
  Reserved reserved = below_->reserve(stream, bytes + stamp_bytes_);
  if (reserved.io != Io::ok) return reserved;
  stamp_ = reserved.bytes.data();
  reserved.bytes = reserved.bytes.subspan(stamp_bytes_);
  return reserved;
}

void ImpairedPort::commit(std::size_t bytes) {
  if (stamp_bytes_ > 0) put(stamp_, clock_());
  below_->commit(bytes + stamp_bytes_);
}

std::int64_t ImpairedPort::arrival(Link& link, const std::byte* stamp) const {
  const auto sent = get<std::int64_t>(stamp);
  // Read now that it is here: it may have left after its receiver began to look, and a transit that seems too short would
  // shorten all delays of its link.
  link.least_transit_ns = std::min(link.least_transit_ns, clock_() - sent);
  return sent + link.least_transit_ns;
}

void ImpairedPort::take(std::int64_t now) {
  for (;;) {
    const bool full = held_.size() >= options_.queue_messages;
    if (full && reliable_) return;
    const Arrived arrived = below_->peek();
    if (arrived.io != Io::ok) return;  // an end waits until what came before has been read
    const std::uint64_t link = (std::uint64_t{self()} << 32) | arrived.from;
    Link& from =
        links_.try_emplace(arrived.from, Impairment(options_, link, reliable_)).first->second;
    if (arrived.bytes.size() < stamp_bytes_) {
      ++counters_.malformed;
      below_->release();
      continue;
    }
    const auto message = arrived.bytes.subspan(stamp_bytes_);
    const std::int64_t arrived_ns = stamp_bytes_ > 0 ? arrival(from, arrived.bytes.data()) : now;
    const Impairment::Fate fate = from.impairment.next(arrived_ns, message.size());
    if (fate.copies == 0 || full) ++counters_.dropped;
    for (unsigned i = 0; i < fate.copies && !full; ++i) {
      if (free_slots_.empty()) {
        free_slots_.push_back(static_cast<std::uint32_t>(slots_.size()));
        slots_.emplace_back();
      }
      const std::uint32_t at = free_slots_.back();
      free_slots_.pop_back();
      Slot& slot = slots_[at];
      slot.from = arrived.from;
      slot.stream = arrived.stream;
      slot.bytes.assign(message.begin(), message.end());
      held_.push({fate.due_ns[i], number_++, at});
    }
    below_->release();
  }
}

bool ImpairedPort::pump() {
  below_->pump();
  if (!shows_held_) take(clock_());
  return readable();
}

bool ImpairedPort::readable() {
  if (shows_held_) return true;
  if (held_.empty()) return below_->readable();
  return due(clock_());
}

std::int64_t ImpairedPort::next_deadline_ns() const {
  const std::int64_t deadline = below_->next_deadline_ns();
  // What is due already is not waited for but read.
  if (held_.empty() || shows_held_ || due(clock_())) return deadline;
  return std::min(deadline, held_.top().due_ns);
}

Arrived ImpairedPort::peek() {
  if (!shows_held_) {
    const std::int64_t now = clock_();
    take(now);
    if (held_.empty()) {
      const Arrived arrived = below_->peek();
      return arrived.io == Io::ok ? Arrived{} : arrived;
    }
    if (!due(now)) return {};
    shows_held_ = true;
  }
  const Slot& slot = slots_[held_.top().slot];
  return {Io::ok, slot.from, slot.stream, slot.bytes};
}

void ImpairedPort::release() {
  if (!shows_held_) {  // a peer's loss was shown
    below_->release();
    return;
  }
  shows_held_ = false;
  const Held held = held_.pop();
  ++counters_.messages_received;
  counters_.bytes_received += slots_[held.slot].bytes.size();
  free_slots_.push_back(held.slot);
}

}  // namespace orrery::transport
