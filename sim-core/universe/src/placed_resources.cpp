// What PlacedParties tells its resource manager, and takes from it.
#include <pthread.h>
#include <unistd.h>

#include <algorithm>

#include "orrery/base/cpu_clock.hpp"

#include "placed_parties.hpp"
#include "resource_wire.hpp"

namespace orrery::universe {

// Tells the resource manager of everyone who is on the node at the beginning, from the thread that runs the steps.
bool PlacedParties::watch_all() {
  watching_ = true;
  const auto own = options_.processes ? base::CpuClock::of_process(::getpid())
                                      : base::CpuClock::of_thread(::pthread_self());
  if (own) {
    WatchMessage message;
    message.header = {MessageKind::watch_usage,
                      static_cast<std::uint16_t>(WatchedRole::universe_manager), node_, 0};
    message.clock = own->number();
    if (!tell_resources(bytes_of(message))) return false;
  }
  for (std::size_t number = 0; number < places_.size(); ++number) {
    if (places_[number].vacant) continue;
    if (!watch(parties_[number], WatchedRole::entity, -1, 0)) return false;
  }
  return std::ranges::all_of(
      managers(), [this](Party& manager) { return watch(manager, WatchedRole::manager, -1, 0); });
}

bool PlacedParties::watch(Party& party, WatchedRole role, std::int64_t before_ns,
                          std::int64_t construct_ns) {
  const auto clock = options_.processes ? base::CpuClock::of_process(party.first_pid)
                                        : base::CpuClock::of_thread(party.thread.native_handle());
  if (!clock) return went(party);
  WatchMessage message;
  message.header = {MessageKind::watch_usage, static_cast<std::uint16_t>(role), party.identity.id,
                    0};
  message.clock = clock->number();
  message.before_ns = before_ns;
  message.construct_ns = construct_ns;
  return tell_resources(bytes_of(message));
}

bool PlacedParties::ask_usage(StepSlot& slot) {
  if (!apart()) return true;
  const MessageHeader request{MessageKind::usage_request, 0, node_, slot.step};
  ++slot.counts[MessageKind::usage_request];
  resources_asked_ = true;
  return tell_now(resources(), bytes_of(request));
}

bool PlacedParties::decide(StepSlot& slot) {
  if (!book_.begin_decision(slot.step, load_)) return true;
  if (!apart()) {
    const Step next = slot.step + 1;
    for (const Move& move : book_.decided()) decider_.note(next, move);
    book_.add(decider_.decide(next, book_.loads(), book_.room()));
    return true;
  }
  for (const NodeLoad& load : book_.loads()) {
    if (load.node == node_) continue;  // the resource manager has it
    write_load_report(message_, slot.step, load, {});
    if (!tell_resources(message_)) return false;
  }
  for (const Move& move : book_.decided()) {
    if (!tell_resources(bytes_of(order_of(move, slot.step)))) return false;
  }
  const CountMessage request{{MessageKind::decision_request, 0, node_, slot.step}, book_.room()};
  ++slot.counts[MessageKind::decision_request];
  moves_.clear();
  resources_asked_ = true;
  return tell_now(resources(), bytes_of(request));
}

bool PlacedParties::take_from_resources(Party& party, const MessageHeader& header,
                                        std::span<const std::byte> message, StepSlot& slot) {
  if (!resources_asked_) return broken(party, "a message that nobody asked for");
  switch (header.kind) {
    case MessageKind::usage_report: {
      std::vector<MigrationRecord> none;
      if (!read_load_report(message, load_, none) || !none.empty() || !is_valid(load_, system_)) {
        return broken(party, "an unusable report of the CPU use");
      }
      load_.hosts_managers = system_.hosts_managers(node_);
      break;
    }
    case MessageKind::migration_order: {
      Move move;
      if (!read_order(message, move) || !is_valid(move, system_) || moves_.size() >= book_.room()) {
        return broken(party, "a move that cannot be");
      }
      moves_.push_back(move);
      return true;
    }
    case MessageKind::decision: {
      std::uint64_t count = 0;
      if (!read_count(message, count) || count != moves_.size()) {
        return broken(party, "a decision without its moves");
      }
      book_.add(moves_);
      break;
    }
    default:
      return broken(party, "a message that no resource manager sends");
  }
  resources_asked_ = false;
  ++slot.counts[header.kind];
  return true;
}

}  // namespace orrery::universe
