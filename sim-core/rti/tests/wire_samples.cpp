#include "wire_samples.hpp"

#include "orrery/timing/lbts.hpp"

#include "world.hpp"

namespace orrery::rti::testing {
namespace {

// A message of the RTI's own, in one part.
template <class... Parts>
WireMessage message(MessageKind kind, const Parts&... parts) {
  WireMessage made;
  made.reserve(256);
  rti::Writer out(made);
  MessageHead head{.kind = kind, .detail = 1};
  head.federation = 1;
  out.put(head);
  (out.put(parts), ...);
  return made;
}

// Lists as view changes have them: their bytes, then what is in them.
template <class T>
Bytes list(const std::vector<T>& of) {
  return std::as_bytes(std::span(of));
}

// What, as it is, ends or stops what the node does.
bool stops(OperationKind kind) {
  return kind == OperationKind::node_lost || kind == OperationKind::resign ||
         kind == OperationKind::request_save || kind == OperationKind::request_restore;
}

}  // namespace

WireMessage data_message(DataKind kind, std::uint8_t flags, std::uint64_t target,
                         std::span<const Item> items) {
  DataHead head;
  head.head.detail = static_cast<std::uint8_t>(kind);
  head.head.flags = flags;
  head.head.order = (flags & timed_flag) != 0 ? 1 : 0;
  head.head.federation = 1;
  head.federate = 2;
  head.target = target;
  head.time = float64_time(3).value;
  head.colour = 1;
  head.serial = 1;
  head.items = static_cast<std::uint16_t>(items.size());
  WireMessage made(data_bytes(items, {}));
  write_data(made.data(), head, items, {});
  return made;
}

WireMessage data_part(Bytes content, bool last) {
  const MessageHead head{.kind = MessageKind::data_part, .detail = std::uint8_t{last}};
  WireMessage made(sizeof head + content.size());
  std::memcpy(made.data(), &head, sizeof head);
  if (!content.empty()) std::memcpy(made.data() + sizeof head, content.data(), content.size());
  return made;
}

WireMessage ordered(std::uint64_t number, std::uint32_t origin) {
  return message(MessageKind::order, Order{number, 0, 0, origin, 0});
}

WireMessage body(const Operation& operation) {
  WireMessage made = message(MessageKind::operation);
  encode(operation, made);
  return made;
}

WireMessage epoch() { return message(MessageKind::epoch, std::uint64_t{1}, std::int64_t{0}); }

std::vector<WireMessage> samples(std::uint32_t peer, std::uint64_t ship, bool stopping) {
  std::vector<WireMessage> all;
  const std::vector<std::uint64_t> received{1, 1};
  const std::vector<std::uint32_t> origins{0, 1, 0};
  for (const auto kind : {MessageKind::order, MessageKind::applied, MessageKind::stable}) {
    all.push_back(message(kind, Order{3, 1, 2, peer, 0}));
  }
  all.push_back(message(MessageKind::again, 1 - peer, std::uint64_t{2}, Bytes()));
  all.push_back(message(MessageKind::doubt, peer, 1 - peer, std::uint32_t{0}));
  if (stopping) {
    all.push_back(message(MessageKind::view_change, std::uint64_t{1}, std::uint64_t{1}, NodeSet{0},
                          list(received)));
  }
  all.push_back(message(MessageKind::report, std::uint64_t{1}, std::uint64_t{0}, std::uint64_t{1},
                        std::uint64_t{1}, list(origins), list(received)));
  all.push_back(message(MessageKind::start, std::uint64_t{1}, std::uint64_t{1}, list(origins)));
  all.push_back(message(MessageKind::hello));
  all.push_back(message(MessageKind::ask_join, NodeSet{3}));
  all.push_back(message(MessageKind::joined, peer));
  all.push_back(message(MessageKind::state, std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{0}));
  all.push_back(message(MessageKind::refused));
  all.push_back(message(MessageKind::echo, std::int64_t{5}));
  all.push_back(message(MessageKind::epoch, std::uint64_t{1}, std::int64_t{0}));
  timing::LbtsMessage bound;
  bound.computation = 1;
  bound.from = peer;
  for (std::uint32_t kind = 0; kind < 5; ++kind) {
    bound.kind = static_cast<timing::LbtsMessage::Kind>(kind);
    bound.sum.bound.least = float64_time(2).value;
    all.push_back(message(MessageKind::bound, std::uint64_t{1}, bound));
  }
  const std::vector<std::byte> value(8, std::byte{7});
  const Item items[] = {{1, value}, {0, {}}, {regions_item, value}};
  for (std::uint8_t kind = 1; kind <= static_cast<std::uint8_t>(DataKind::request_class_update);
       ++kind) {
    for (const std::uint8_t flags :
         {std::uint8_t{0}, best_effort_flag, timed_flag, flags_of(TransportationType::one_shot),
          flags_of(TransportationType::state_consistent)}) {
      const auto of = static_cast<DataKind>(kind);
      const bool of_class = of == DataKind::interaction || of == DataKind::request_class_update;
      const std::uint64_t target = of_class ? 3 : ship;
      all.push_back(data_message(of, flags, target, std::span(items).first(1 + kind % 3)));
      // The same in two parts, and in one.
      const Bytes whole = all.back();
      const std::size_t half = whole.size() / 2;
      WireMessage first = data_part(whole.first(half), false);
      WireMessage last = data_part(whole.subspan(half), true);
      WireMessage only_one = data_part(whole, true);
      for (WireMessage* each : {&first, &last, &only_one}) all.push_back(std::move(*each));
    }
  }
  for (auto kind = OperationKind::create; kind <= last_operation;
       kind = static_cast<OperationKind>(static_cast<int>(kind) + 1)) {
    if (stops(kind) && !stopping) continue;
    Operation operation{.kind = kind};
    operation.federation = 1;
    operation.federate = 2;
    operation.object = ship;
    operation.text = "label";
    operation.items = {1, 2};
    operation.tag.resize(20);
    all.push_back(body(operation));
  }
  return all;
}

}  // namespace orrery::rti::testing
