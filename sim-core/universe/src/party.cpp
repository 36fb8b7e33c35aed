#include "party.hpp"

#include <optional>
#include <vector>

#include "orrery/universe/checksum.hpp"

#include "entity_place.hpp"
#include "party_life.hpp"
#include "party_link.hpp"
#include "resource_manager.hpp"

namespace orrery::universe {

namespace {

class Entity {
 public:
  Entity(const PartyCommon& common, EntityId id, PartyLink& link)
      : common_(common),
        class_(common.entity_class),
        id_(id),
        link_(link),
        state_(class_.state_size() / sizeof(std::uint64_t)),
        message_bytes_(sizeof(MessageHeader) + class_.packed_size()),
        messages_(class_.components() * message_bytes_),
        checksum_(common.prefix_steps),
        cpu_(common) {
    const std::int64_t started = common_.clock.now();
    class_.construct(id_, state());
    costs_.construct_ns = common_.clock.now() - started;
    costs_.constructed = 1;
  }

  bool handle(const MessageHeader& header, std::span<const std::byte>) {
    return header.kind == MessageKind::update_notify && update(header.step);
  }
  bool update(Step step);
  // An entity receives only messages.
  static bool take_other() { return false; }

  bool finish() {
    const std::int64_t started = common_.clock.now();
    class_.destruct(id_, state());
    costs_.destruct_ns = common_.clock.now() - started;
    costs_.destructed = 1;
    PartyReport report = report_of(common_, id_, cpu_);
    report.checksum = checksum_.total();
    report.prefix_checksum = checksum_.prefix();
    report.costs = costs_;
    return link_.send(bytes_of(report)) && link_.flush();
  }

 private:
  std::byte* state() { return reinterpret_cast<std::byte*>(state_.data()); }

  bool complete(Step step, std::uint64_t updates_sent) {
    const bool says_so = common_.gate == nullptr || !common_.gate->counts();
    const MessageHeader message{MessageKind::update_complete, 0, id_, step};
    if ((says_so && !link_.send(bytes_of(message))) || !link_.flush()) return false;
    if (!says_so) common_.gate->ended(updates_sent);
    return true;
  }

  bool send_state(const EntityRange& range, Step step, const std::uint8_t& changed) {
    PackCursor cursor;
    const std::size_t count =
        class_.pack_changed(range, step, &changed, cursor, std::span(messages_));
    for (std::size_t i = 0; i < count; ++i) {
      if (!link_.send({messages_.data() + i * message_bytes_, message_bytes_})) return false;
    }
    return true;
  }

  const PartyCommon& common_;
  const EntityClass& class_;
  const EntityId id_;
  PartyLink& link_;
  std::vector<std::uint64_t> state_;
  const std::size_t message_bytes_;
  std::vector<std::byte> messages_;
  RunningChecksum checksum_;
  MeasuredCpu cpu_;
  EntityCosts costs_;
};

bool Entity::update(Step step) {
  cpu_.step(step);
  const std::int64_t started = common_.measure ? common_.clock.now() : 0;
  const EntityRange range{id_, 1, state()};
  std::uint8_t changed = 0;
  const RangeUpdate updated = class_.update(range, step, &changed);
  const std::int64_t sending = common_.measure ? common_.clock.now() : 0;
  const bool sends = changed != 0 && common_.system.monitored();
  if (sends && !send_state(range, step, changed)) return false;
  if (!complete(step, sends ? class_.components() : 0)) return false;
  if (common_.measure && step >= common_.system.warmup_steps) {
    ++costs_.updates;
    costs_.update_ns += sending - started;
    costs_.send_ns += common_.clock.now() - sending;
  }
  checksum_.add(step, updated.hash);
  return true;
}

class Manager {
 public:
  // `cast`: brings state updates if they go to all managers at once; else null.
  Manager(const PartyCommon& common, ManagerId id, PartyLink& link, StateCast::Reader* cast)
      : common_(common),
        id_(id),
        link_(link),
        cast_(cast),
        checksum_(common.prefix_steps),
        cpu_(common),
        times_receiving_(common.measure && common.system.warmup_steps == 0) {}

  bool handle(const MessageHeader& header, std::span<const std::byte> message) {
    // All that was cast before this message was sent can be read now.
    if (cast_ != nullptr && !take_other()) return false;
    switch (header.kind) {
      case MessageKind::update_notify:
        cpu_.step(header.step);
        return true;
      case MessageKind::state_to_manager:
        receive_timed([&] { receive(message); });
        return true;
      case MessageKind::manager_process:
        return process(header.step);
      default:
        return false;
    }
  }

  // Receives all state updates that were cast.
  bool take_other() {
    receive_timed([&] {
      for (auto update = cast_->take(); !update.empty(); update = cast_->take()) receive(update);
    });
    return !cast_->lost();
  }

  bool finish() {
    PartyReport report = report_of(common_, id_, cpu_);
    report.checksum = checksum_.total();
    report.prefix_checksum = checksum_.prefix();
    report.manager_costs = costs_;
    return link_.send(bytes_of(report)) && link_.flush();
  }

 private:
  template <class Receive>
  void receive_timed(Receive&& receive_all) {
    if (!times_receiving_) return receive_all();
    const std::int64_t started = common_.clock.now();
    receive_all();
    costs_.receive_ns += common_.clock.now() - started;
  }

  void receive(std::span<const std::byte> message) {
    ++received_;
    inbox_sum_ += common_.entity_class.hash_updates(message);
  }

  bool process(Step step) {
    // Without notices the manager learns of the step here.
    if (common_.gate != nullptr) cpu_.step(step);
    const std::int64_t started = common_.measure ? common_.clock.now() : 0;
    if (common_.system.manager_cost_ns > 0) common_.work.burn(common_.system.manager_cost_ns);
    checksum_.add(step, manager_contribution(id_, received_, inbox_sum_));
    const CountMessage complete{{MessageKind::manager_complete, 0, id_, step}, received_};
    received_ = 0;
    inbox_sum_ = 0;
    if (!link_.send(bytes_of(complete)) || !link_.flush()) return false;
    if (common_.measure && step >= common_.system.warmup_steps) {
      ++costs_.steps;
      costs_.process_ns += common_.clock.now() - started;
    }
    times_receiving_ = common_.measure && step + 1 >= common_.system.warmup_steps;
    return true;
  }

  const PartyCommon& common_;
  const ManagerId id_;
  PartyLink& link_;
  StateCast::Reader* const cast_;
  std::uint64_t received_ = 0;
  std::uint64_t inbox_sum_ = 0;
  RunningChecksum checksum_;
  MeasuredCpu cpu_;
  bool times_receiving_;  // updates that come now belong to a measured step
  ManagerCosts costs_;
};

bool live_by_cue(Entity& self, const PartyCommon& common) {
  base::Waiter waiter(common.wait, common.gate->cue_bell());
  for (std::uint64_t last = 0;;) {
    switch (common.gate->await(last, waiter)) {
      case StepGate::Cue::step:
        if (!self.update(StepGate::step_of(last))) return false;
        break;
      case StepGate::Cue::finish:
        return self.finish();
      case StepGate::Cue::gone:
        return false;
    }
  }
}

}  // namespace

bool run_party(const PartyCommon& common, PartyIdentity identity, transport::Channel& channel,
               const std::shared_ptr<base::Doorbell>& bell) {
  std::optional<StateCast::Reader> reader;
  if (identity.role == PartyRole::manager && common.cast != nullptr) {
    reader.emplace(*common.cast, identity.number);
  }
  StateCast::Reader* const cast = reader ? &*reader : nullptr;
  const auto link = PartyLink::create(channel, bell, common.wait, cast);
  if (link == nullptr) return false;
  if (identity.role == PartyRole::manager) {
    return live(Manager(common, identity.id, *link, cast), *link);
  }
  if (identity.role == PartyRole::resources) return live(ResourceManager(common, *link), *link);
  if (common.migrating != nullptr) return live(EntityPlace(common, identity, *link), *link);
  Entity entity(common, identity.id, *link);
  return common.gate != nullptr ? live_by_cue(entity, common) : live(entity, *link);
}

}  // namespace orrery::universe
