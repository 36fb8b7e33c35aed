#include "hosted_parties.hpp"

#include <unistd.h>

#include <algorithm>

#include "party_life.hpp"

namespace orrery::universe {

using transport::Io;

HostedParties::HostedParties(const System& system, NodeIndex node, const EntityClass& entity_class,
                             Options options, transport::WaitSet& wait_set,
                             std::unique_ptr<StepGate> gate, std::unique_ptr<StateCast> cast)
    : system_(system),
      node_(node),
      entity_count_(options.migrating != nullptr ? system.entities()
                                                 : system.entities_by_node[node]),
      manager_count_(system.managers_by_node[node]),
      update_bytes_(sizeof(MessageHeader) + system.state_bytes),
      options_(std::move(options)),
      gate_(std::move(gate)),
      cast_(std::move(cast)),
      common_{system_,       entity_class,          options_.work,     options_.clock,
              options_.wait, options_.prefix_steps, options_.measure,  options_.processes,
              gate_.get(),   cast_.get(),           options_.migrating},
      wait_set_(wait_set) {}

HostedParties::~HostedParties() { stop_all(); }

bool HostedParties::notify(StepSlot& slot) {
  entities_pending_ = entity_count_;
  if (gate_) {
    updates_taken_ = updates_announced_ = 0;
    gate_->open(slot.step);
    const bool told = !gate_->counts() && !parties_.empty();
    slot.counts[MessageKind::update_notify] += told ? 1 : 0;
    return true;
  }
  for (Party& party : parties_) {
    const MessageHeader notice{MessageKind::update_notify, 0, party.identity.id, slot.step};
    if (!tell_now(party, bytes_of(notice))) return false;
  }
  slot.counts[MessageKind::update_notify] += parties_.size();
  return true;
}

bool HostedParties::take(const transport::Event& event, StepSlot& slot, NodeLinks& links,
                         bool& state) {
  if (event.tag == gate_tag) {
    gate_->taken();
    entities_pending_ = 0;
    updates_announced_ = gate_->updates_sent();
    return true;
  }
  Party& party = parties_[event.tag];
  for (;;) {
    const transport::Peeked message = party.channel->peek();
    if (message.io == Io::empty) return true;
    if (message.io != Io::ok) return went(party);
    if (message.bytes.size() < sizeof(MessageHeader)) return broken(party, "a message too short");
    const MessageHeader header = read_header(message.bytes.data());
    const PartyRole role = party.identity.role;
    if (header.step != slot.step ||
        (role != PartyRole::resources && header.source != party.identity.id)) {
      return broken(party, "a message of step " + std::to_string(header.step));
    }
    const bool complete =
        header.kind == MessageKind::update_complete || header.kind == MessageKind::manager_complete;
    bool taken = false;
    switch (role) {
      case PartyRole::entity:
        taken = take_from_entity(party, header, message.bytes, slot, links, state);
        break;
      case PartyRole::manager:
        taken = take_from_manager(party, header, message.bytes, slot);
        break;
      case PartyRole::resources:
        taken = take_from_resources(party, header, message.bytes, slot);
        break;
    }
    if (!taken) return false;
    party.channel->release();
    // The party waits for a message now: looking for more would only take a cache line from its core.
    if (complete) return true;
  }
}

bool HostedParties::take_from_entity(Party& party, const MessageHeader& header,
                                     std::span<const std::byte> message, StepSlot& slot,
                                     NodeLinks& links, bool& state) {
  if (header.kind == MessageKind::state_from_entity) {
    return take_state(party, message, slot, links, state);
  }
  if (header.kind != MessageKind::update_complete || entities_pending_ == 0) {
    return broken(party, "a message that no entity sends here");
  }
  ++slot.counts[MessageKind::update_complete];
  --entities_pending_;
  return true;
}

bool HostedParties::take_state(Party& party, std::span<const std::byte> message, StepSlot& slot,
                               NodeLinks& links, bool& state) {
  if (message.size() != update_bytes_) return broken(party, "a state update of wrong size");
  ++slot.counts[MessageKind::state_from_entity];
  ++updates_taken_;
  state = true;
  if (!deliver(message, slot)) return false;
  return !links.relays() || links.relay(message.data(), message.size(), 1);
}

bool HostedParties::take_from_resources(Party& party, const MessageHeader&,
                                        std::span<const std::byte>, StepSlot&) {
  return broken(party, "a message that nobody asked for");
}

bool HostedParties::take_from_manager(Party& party, const MessageHeader& header,
                                      std::span<const std::byte> message, StepSlot& slot) {
  if (header.kind != MessageKind::manager_complete || message.size() != sizeof(CountMessage) ||
      managers_pending_ == 0) {
    return broken(party, "a message that no manager sends here");
  }
  std::uint64_t received = 0;
  std::memcpy(&received, message.data() + sizeof(MessageHeader), sizeof(received));
  if (received != expected_updates_) ++manager_mismatches_;
  ++slot.counts[MessageKind::manager_complete];
  --managers_pending_;
  return true;
}

bool HostedParties::deliver(std::span<const std::byte> message, StepSlot& slot) {
  if (cast_) {
    ++slot.counts[MessageKind::state_to_manager];
    managers_unflushed_ = true;
    return cast(message);
  }
  static constexpr MessageKind as = MessageKind::state_to_manager;
  for (Party& manager : managers()) {
    if (!tell(manager, message, &as)) return false;
    managers_unflushed_ = true;
  }
  slot.counts[MessageKind::state_to_manager] += manager_count_;
  return true;
}

bool HostedParties::process(StepSlot& slot, std::uint64_t expected_updates) {
  expected_updates_ = expected_updates;
  managers_pending_ = manager_count_;
  for (Party& manager : managers()) {
    const MessageHeader notice{MessageKind::manager_process, 0, manager.identity.id, slot.step};
    if (!tell(manager, bytes_of(notice))) return false;
  }
  managers_unflushed_ = true;
  slot.counts[MessageKind::manager_process] += manager_count_;
  return flush();
}

bool HostedParties::flush() {
  if (!managers_unflushed_) return !failure_;
  managers_unflushed_ = false;
  if (cast_) cast_->flush();
  for (Party& manager : managers()) {
    const Io io = manager.channel->flush();
    if (io != Io::ok && io != Io::full) return went(manager);
  }
  return true;
}

bool HostedParties::tell_now(Party& party, std::span<const std::byte> message) {
  if (!tell(party, message)) return false;
  const Io io = party.channel->flush();
  return io == Io::ok || io == Io::full || went(party);
}

bool HostedParties::tell(Party& party, std::span<const std::byte> message, const MessageKind* as) {
  std::int64_t checked_ns = 0;
  for (;;) {
    const transport::Reserved place = party.channel->reserve(message.size());
    if (place.io == Io::ok) {
      std::memcpy(place.bytes.data(), message.data(), message.size());
      if (as != nullptr) std::memcpy(place.bytes.data(), as, sizeof(*as));
      party.channel->commit(message.size());
      return true;
    }
    if (place.io != Io::full) return went(party);
    // A party always receives what it is sent: there is room soon, or the party has died.
    (void)party.channel->flush();
    (void)party.channel->pump();
    if (!wait_for_receiver(checked_ns)) return false;
  }
}

bool HostedParties::cast(std::span<const std::byte> message) {
  std::int64_t checked_ns = 0;
  while (!cast_->put(message)) {
    cast_->flush();
    if (!wait_for_receiver(checked_ns)) return false;
  }
  return true;
}

bool HostedParties::wait_for_receiver(std::int64_t& checked_ns) {
  constexpr std::int64_t check_every_ns = 50'000'000;
  std::this_thread::yield();
  const std::int64_t now = base::now_ns();
  if (checked_ns == 0) checked_ns = now;
  if (now - checked_ns <= check_every_ns) return true;
  checked_ns = now;
  return alive();
}

bool HostedParties::broken(const Party& party, const std::string& what) {
  if (!failure_) {
    failure_ = Failure{"protocol", party.identity.name(), "it sent " + what,
                       "report this with the run's log"};
  }
  return false;
}

bool HostedParties::finish(RunningChecksum& checksum) {
  if (gate_) gate_->finish();
  for (Party& party : parties_) {
    if (gate_ && party.identity.role == PartyRole::entity) continue;
    const MessageHeader notice{MessageKind::finish, 0, party.identity.id, 0};
    if (!tell_now(party, bytes_of(notice))) return false;
  }
  std::size_t open = parties_.size();
  while (open > 0) {
    const transport::WaitSet::Outcome news = wait_set_.wait();
    if (news.outcome != base::WaitOutcome::ready) return false;
    const std::vector<transport::Event> events(news.events.begin(), news.events.end());
    for (const transport::Event& event : events) {
      if (event.tag >= parties_.size()) continue;  // another node's report: taken later
      Party& party = parties_[event.tag];
      if (!take_report(party)) return false;
      if (!party.reported) continue;
      wait_set_.remove(*party.channel);
      checksum.merge(party.report.checksum, party.report.prefix_checksum);
      costs_ += party.report.costs;
      manager_costs_ += party.report.manager_costs;
      resource_costs_ += party.report.resource_costs;
      if (options_.processes) measured_cpu_ns_ += party.report.measured_cpu_ns;
      --open;
    }
  }
  for (Party& party : parties_) await_end(party);
  return true;
}

bool HostedParties::take_report(Party& party) {
  const transport::Peeked message = party.channel->peek();
  if (message.io == Io::empty) return true;
  if (message.io != Io::ok) return went(party);
  if (message.bytes.size() != sizeof(PartyReport)) return broken(party, "no report");
  std::memcpy(&party.report, message.bytes.data(), sizeof(PartyReport));
  if (party.report.header.kind != MessageKind::party_report) return broken(party, "no report");
  party.channel->release();
  party.reported = true;
  return true;
}

std::vector<PartyUse> HostedParties::uses() const {
  std::vector<PartyUse> uses{{"universe manager", ::getpid(), base::process_usage()}};
  for (const Party& party : parties_) {
    uses.push_back({party.identity.name(), party.first_pid, party.report.usage});
  }
  return uses;
}

std::vector<int> HostedParties::child_pids() const {
  std::vector<int> pids;
  for (const Party& party : parties_) {
    if (party.pid > 0) pids.push_back(party.pid);
  }
  return pids;
}

}  // namespace orrery::universe
