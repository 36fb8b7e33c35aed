#include "entity_place.hpp"

#include <cstring>

namespace orrery::universe {

EntityPlace::EntityPlace(const PartyCommon& common, PartyIdentity identity, PartyLink& link)
    : common_(common),
      class_(common.entity_class),
      link_(link),
      id_(identity.id),
      vacant_(identity.vacant),
      state_(class_.state_size() / sizeof(std::uint64_t)),
      message_bytes_(sizeof(MessageHeader) + class_.packed_size()),
      messages_(class_.components() * message_bytes_),
      checksum_(common.prefix_steps),
      cpu_(common) {
  packed_.reserve(sizeof(EntityStateHead) + class_.state_size());
  if (vacant_) return;
  const std::int64_t started = common_.clock.now();
  class_.construct(id_, state());
  costs_.construct_ns = common_.clock.now() - started;
  costs_.constructed = 1;
}

bool EntityPlace::handle(const MessageHeader& header, std::span<const std::byte> message) {
  switch (header.kind) {
    case MessageKind::update_notify:
      return !vacant_ && update(header.step);
    case MessageKind::migration_order:
      return !vacant_ && leave(header);
    case MessageKind::entity_state:
      return vacant_ && arrive(header, message);
    default:
      return false;
  }
}

bool EntityPlace::leave(const MessageHeader& order) {
  const Move move{id_, 0, 0, static_cast<MigrationCause>(order.component)};
  write_entity_state(packed_, move, order.step, {state(), class_.state_size()}, base::now_ns(), {});
  destruct();
  return link_.send(packed_) && link_.flush();
}

bool EntityPlace::arrive(const MessageHeader& header, std::span<const std::byte> message) {
  if (message.size() != sizeof(EntityStateHead) + class_.state_size()) return false;
  complete_.cpu_before_ns = party_cpu_ns(common_);
  const std::int64_t before = base::thread_cpu_ns();
  id_ = header.source;
  vacant_ = false;
  (void)base::set_thread_name(PartyIdentity{PartyRole::entity, id_, 0}.name());
  std::memcpy(state(), message.data() + sizeof(EntityStateHead), class_.state_size());
  const std::int64_t cost = common_.migrating->construct_cost_ns;
  if (cost > 0) common_.work.burn(cost);
  const std::int64_t measured = base::thread_cpu_ns() - before;
  complete_.construct_ns = common_.migrating->migration->nominal_loads ? cost : measured;
  complete_.done_ns = base::now_ns();
  ++costs_.constructed;
  costs_.construct_ns += measured;
  return true;
}

bool EntityPlace::update(Step step) {
  cpu_.step(step);
  const std::int64_t before = base::thread_cpu_ns();
  const EntityRange range{id_, 1, state()};
  std::uint8_t changed = 0;
  const RangeUpdate updated = class_.update(range, step, &changed);
  const std::int64_t measured = base::thread_cpu_ns() - before;
  checksum_.add(step, updated.hash);
  ++costs_.updates;
  costs_.update_ns += measured;
  if (changed != 0 && common_.system.monitored()) {
    PackCursor cursor;
    const std::size_t count =
        class_.pack_changed(range, step, &changed, cursor, std::span(messages_));
    for (std::size_t i = 0; i < count; ++i) {
      if (!link_.send({messages_.data() + i * message_bytes_, message_bytes_})) return false;
    }
  }
  complete_.header = {MessageKind::update_complete, 0, id_, step};
  complete_.cost_ns =
      common_.migrating->migration->nominal_loads ? class_.nominal_cost_ns(range.states) : measured;
  const bool sent = link_.send(bytes_of(complete_)) && link_.flush();
  complete_ = PlaceComplete{};
  return sent;
}

void EntityPlace::destruct() {
  const std::int64_t started = common_.clock.now();
  class_.destruct(id_, state());
  costs_.destruct_ns += common_.clock.now() - started;
  ++costs_.destructed;
  vacant_ = true;
  (void)base::set_thread_name("vacant place");
}

bool EntityPlace::finish() {
  if (!vacant_) destruct();
  PartyReport report = report_of(common_, id_, cpu_);
  report.checksum = checksum_.total();
  report.prefix_checksum = checksum_.prefix();
  report.costs = costs_;
  return link_.send(bytes_of(report)) && link_.flush();
}

}  // namespace orrery::universe
