#include "paths/paths.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "orrery/transport/chain.hpp"

namespace orrery::rti {

using transport::Io;

namespace {

constexpr unsigned port_messages_at_once = 256;
// Of one sender: what comes before what it rests on.
constexpr std::size_t most_early_bytes = 4U << 20;     // best effort: more is dropped
constexpr std::size_t most_waiting_bytes = 64U << 20;  // reliable: more stays in the port

struct PathHead {
  std::uint64_t number = 0;
  std::uint64_t nodes = 0;      // whom it concerns
  std::uint64_t submitted = 0;  // operations, by its sender, before
};

Error failed(const base::Error& error) { return {ErrorCode::RTIinternalError, error.message}; }

}  // namespace

void count_packets(const transport::PortCounters& lowest, PathCounters& sum) {
  sum.packets_sent += lowest.messages_sent;
  sum.packets_received += lowest.messages_received;
  sum.bytes_sent += lowest.bytes_sent;
  sum.bytes_received += lowest.bytes_received;
  sum.system_calls += lowest.system_calls;
}

Paths::Paths(std::uint32_t self, std::uint32_t nodes, std::size_t message_bytes, DataPaths paths)
    : self_(self), nodes_(nodes), message_bytes_(message_bytes), given_(std::move(paths)) {}

base::Status Paths::fragment(Way& way) const {
  const std::size_t most = message_bytes_ + sizeof(PathHead);
  if (way.port->max_message_bytes() >= most) return {};
  // Each sender has at most one reliable message under way, and none may displace another's. Best effort may.
  const std::size_t all = way.port->reliable() ? most * nodes_ : 2 * most;
  const std::array<transport::ModuleOptions, 1> modules{transport::FragmenterOptions{
      .max_message_bytes = static_cast<std::uint32_t>(most),
      .reassembly_bytes = static_cast<std::uint32_t>(std::min<std::size_t>(all, UINT32_MAX))}};
  auto built = transport::build_chain(std::move(way.port), modules);
  if (!built) return built.error();
  way.port = std::move(*built);
  return {};
}

Status Paths::start(transport::WaitSet& set) {
  for (const Which which : {best_effort, reliable}) {
    DataPath& path = which == best_effort ? given_.best_effort : given_.reliable;
    if (!path.port) continue;
    Way& way = ways_[which];
    way.port = std::move(path.port);
    if (auto built = fragment(way); !built) return failed(built.error());
    if (auto opened = open(way, path); !opened) return opened;
    if (which == reliable && (way.layer == nullptr || !(way.grouped || nodes_ <= 2))) {
      return Error{ErrorCode::RTIinternalError,
                   "the reliable data path is '" + std::string(way.port->layer()) + "' with " +
                       (path.group.empty() ? "no group" : "group " + path.group) +
                       ": use a reliable port, and a group for over two nodes"};
    }
    if (auto added = set.add(*way.port, nodes_ + which); !added) return failed(added.error());
  }
  given_ = {};
  return {};
}

Status Paths::open(Way& way, const DataPath& path) {
  way.layer = transport::find_reliable(*way.port);
  way.grouped = !path.group.empty();
  way.numbers.resize(nodes_);
  way.senders.resize(nodes_);
  if (way.port->self() != self_ || path.endpoints.size() != nodes_) {
    return Error{ErrorCode::RTIinternalError,
                 "a data path's port is of party " + std::to_string(way.port->self()) + " with " +
                     std::to_string(path.endpoints.size()) + " endpoints: use party " +
                     std::to_string(self_) + " and " + std::to_string(nodes_) + " endpoints"};
  }
  std::vector<std::string> others;
  std::vector<transport::PartyId> receivers;
  for (std::uint32_t i = 0; i < nodes_; ++i) {
    if (i == self_) continue;
    others.push_back(path.endpoints[i]);
    receivers.push_back(i);
    const auto opened = way.port->open(transport::direct_to(i), path.endpoints[i]);
    if (!opened) return failed(opened.error());
  }
  if (!way.grouped && way.layer == nullptr) return {};
  if (way.grouped) others.assign(1, path.group);
  if (auto joined = way.port->join(data_stream, path.group); !joined) return failed(joined.error());
  if (auto opened = way.port->open(data_stream, others); !opened) return failed(opened.error());
  if (!path.groups.empty()) return open_groups(way, path);
  if (way.layer == nullptr) return {};
  auto expected = way.layer->expect(data_stream, receivers);
  return expected ? Status() : Status(failed(expected.error()));
}

Status Paths::open_groups(Way& way, const DataPath& path) {
  if (way.layer != nullptr || path.group.empty() || path.groups.size() >= most_groups) {
    return Error{ErrorCode::RTIinternalError,
                 "a data path has " + std::to_string(path.groups.size()) + " groups beside '" +
                     path.group + "': use at most " + std::to_string(most_groups - 1) +
                     ", on the best-effort path, with a group of all nodes"};
  }
  auto opened = groups_.open(*way.port, data_stream, path.groups);
  if (!opened) return failed(opened.error());
  way.numbers.resize(std::max<std::size_t>(nodes_, groups() + 1));
  for (Sender& each : way.senders) each.by_group.resize(groups());
  return {};
}

Status Paths::want_groups(GroupSet wanted, std::int64_t now_ns) {
  Way& way = ways_[best_effort];
  const auto joined = groups_.want(*way.port, wanted, now_ns);
  if (!joined) return failed(joined.error());
  for (GroupSet left = *joined; left != 0; left &= left - 1) {
    const auto group = static_cast<std::size_t>(std::countr_zero(left));
    for (Sender& each : way.senders) each.by_group[group - 1].resume();
  }
  return {};
}

void Paths::commit(Way& way, std::uint64_t number, NodeSet nodes, std::uint64_t submitted,
                   std::span<std::byte> room, const DataHead& head, std::span<const Item> items,
                   Bytes tag) {
  const PathHead path{number, nodes, submitted};
  std::memcpy(room.data(), &path, sizeof path);
  write_data(room.data() + sizeof path, head, items, tag);
  way.port->commit(room.size());
  ++way.counted.sent;
  way.dirty = true;
}

Io Paths::send(Which which, const Recipients& recipients, std::uint64_t submitted,
               const DataHead& head, std::span<const Item> items, Bytes tag) {
  Way& way = ways_[which];
  const std::size_t bytes = sizeof(PathHead) + data_bytes(items, tag);
  const bool has_groups = which == best_effort && groups() > 0;
  if (has_groups || (!way.grouped && way.layer == nullptr)) {
    return send_copies(way, recipients, submitted, head, items, tag, bytes);
  }
  const auto reserved = way.port->reserve(data_stream, bytes);
  if (reserved.io == Io::full) (void)way.port->flush();
  if (reserved.io != Io::ok) return reserved.io;
  commit(way, ++way.numbers[0], recipients.nodes, submitted, reserved.bytes, head, items, tag);
  return Io::ok;
}

Io Paths::send_copies(Way& way, const Recipients& recipients, std::uint64_t submitted,
                      const DataHead& head, std::span<const Item> items, Bytes tag,
                      std::size_t bytes) {
  if (!send_unsent(way)) return Io::full;
  const std::uint64_t all = way.grouped ? recipients.groups : recipients.nodes;
  const auto next_copy = [&](std::uint64_t left) {
    const auto place = static_cast<std::uint32_t>(std::countr_zero(left));
    return way.grouped
               ? Copy{data_stream + place, recipients.by_group[place], way.numbers[place] + 1}
               : Copy{transport::direct_to(place), only(place), way.numbers[place] + 1};
  };
  const auto count = [&](std::uint64_t left) {
    ++way.numbers[static_cast<std::size_t>(std::countr_zero(left))];
  };
  for (std::uint64_t left = all; left != 0; left &= left - 1) {
    const Copy copy = next_copy(left);
    const auto reserved = way.port->reserve(copy.stream, bytes);
    if (reserved.io == Io::full && left == all) {
      (void)way.port->flush();
      return Io::full;
    }
    if (reserved.io == Io::full) {
      way.message.resize(bytes);
      const PathHead path{.number = 0, .nodes = 0, .submitted = submitted};
      std::memcpy(way.message.data(), &path, sizeof path);
      write_data(way.message.data() + sizeof path, head, items, tag);
      for (; left != 0; left &= left - 1) {
        way.unsent.push_back(next_copy(left));
        count(left);
      }
      return Io::ok;
    }
    // Numbered also if its port has ended: its receiver misses it.
    count(left);
    if (reserved.io == Io::ok) {
      commit(way, copy.number, copy.nodes, submitted, reserved.bytes, head, items, tag);
    } else {
      ++way.counted.dropped;
    }
  }
  return Io::ok;
}

bool Paths::send_unsent(Way& way) {
  std::size_t done = 0;
  for (; done < way.unsent.size(); ++done) {
    const Copy& copy = way.unsent[done];
    const auto reserved = way.port->reserve(copy.stream, way.message.size());
    if (reserved.io == Io::full) break;
    if (reserved.io != Io::ok) {
      ++way.counted.dropped;
      continue;
    }
    auto path = read_as<PathHead>(way.message);
    path.number = copy.number;
    path.nodes = copy.nodes;
    std::memcpy(reserved.bytes.data(), way.message.data(), way.message.size());
    std::memcpy(reserved.bytes.data(), &path, sizeof path);
    way.port->commit(way.message.size());
    ++way.counted.sent;
    way.dirty = true;
  }
  way.unsent.erase(way.unsent.begin(), way.unsent.begin() + static_cast<std::ptrdiff_t>(done));
  if (way.unsent.empty()) return true;
  (void)way.port->flush();
  return false;
}

void Paths::drop(const Recipients& recipients) {
  Way& way = ways_[best_effort];
  std::uint64_t copies = recipients.nodes;
  if (way.grouped || way.layer != nullptr) copies = groups() > 0 ? recipients.groups : common_group;
  for (std::uint64_t left = copies; left != 0; left &= left - 1) {
    ++way.numbers[static_cast<std::size_t>(std::countr_zero(left))];
    ++way.counted.dropped;
  }
}

Sequence* Paths::numbers_of(Sender& sender, transport::StreamId stream) const {
  if ((stream & transport::direct_bit) != 0 || stream == data_stream) return &sender.numbers;
  const std::size_t group = stream - data_stream - 1;
  return group < sender.by_group.size() ? &sender.by_group[group] : nullptr;
}

bool Paths::has_come(std::uint32_t sender, std::uint64_t number) const {
  const Way& way = ways_[reliable];
  if (!way.port) return true;
  const Sender& source = way.senders[sender];
  return source.waiting.empty() ? source.last >= number : source.waiting.front().number > number;
}

bool Paths::silent(std::uint32_t sender) const {
  const Way& way = ways_[reliable];
  return !way.port || (way.senders[sender].waiting.empty() && !way.port->readable());
}

void Paths::evict(std::uint32_t node) {
  for (Way& way : ways_) {
    if (way.layer != nullptr) way.layer->evict(node);
  }
}

bool Paths::poll(const Take& take, const Lost& lost) {
  bool came = false;
  for (const Which which : {best_effort, reliable}) {
    if (!has(which)) continue;
    for (std::uint32_t sender = 0; sender < nodes_; ++sender) {
      while (look_at_waiting(which, sender, take)) came = true;
    }
    came |= read(which, take, lost);
  }
  return came;
}

bool Paths::look_at_waiting(Which which, std::uint32_t sender, const Take& take) {
  Sender& source = ways_[which].senders[sender];
  if (source.waiting.empty()) return false;
  const Waiting& first = source.waiting.front();
  if (take(sender, first.submitted, first.bytes) != Taken::taken) return false;
  ++ways_[which].counted.received;
  --waiting_;
  source.waiting_bytes -= first.bytes.size();
  source.waiting.pop_front();
  return true;
}

bool Paths::settle(std::uint32_t sender, std::uint64_t number, const Take& take) {
  const auto& waiting = ways_[reliable].senders[sender].waiting;
  while (!waiting.empty() && waiting.front().number <= number) {
    if (!look_at_waiting(reliable, sender, take)) return false;
  }
  return true;
}

bool Paths::read(Which which, const Take& take, const Lost& lost) {
  Way& way = ways_[which];
  bool came = false;
  for (unsigned i = 0; i < port_messages_at_once; ++i) {
    const transport::Arrived arrived = way.port->peek();
    if (arrived.io == Io::empty || arrived.io == Io::closed) break;
    if (arrived.io != Io::ok) {
      const std::uint64_t behind = way.layer == nullptr ? 0 : way.layer->repairs().left_behind;
      const bool is_behind = behind != std::exchange(way.left_behind, behind);
      const transport::PartyId party = arrived.from;
      way.port->release();
      if (party < nodes_ && party != self_) lost(party, is_behind);
      came = true;
      continue;
    }
    if (!accept(which, arrived, take)) break;
    way.port->release();
    came = true;
  }
  return came;
}

bool Paths::accept(Which which, const transport::Arrived& arrived, const Take& take) {
  Way& way = ways_[which];
  const Bytes bytes = arrived.bytes;
  if (bytes.size() < sizeof(PathHead) + sizeof(DataHead) || arrived.from >= nodes_ ||
      arrived.from == self_) {
    ++way.counted.malformed;
    return true;
  }
  const auto path = read_as<PathHead>(bytes);
  const Bytes message = bytes.subspan(sizeof path);
  const auto head = read_as<MessageHead>(message);
  if (head.kind != MessageKind::data || ((head.flags & timed_flag) != 0 && head.order == 1)) {
    ++way.counted.malformed;
    return true;
  }
  Sender& sender = way.senders[arrived.from];
  const bool ours = (path.nodes & only(self_)) != 0;
  if (which == reliable) {
    if (sender.waiting_bytes > most_waiting_bytes) return false;
    if (ours && sender.waiting.empty()) {
      const Taken taken = take(arrived.from, path.submitted, message);
      if (taken == Taken::no_room) return false;
      if (taken == Taken::taken) {
        ++way.counted.received;
        sender.last = path.number;
        return true;
      }
    }
    sender.last = path.number;
    if (!ours) {
      ++way.counted.elsewhere;
      return true;
    }
    // Behind it may be what it waits for, of another sender.
    keep(way, sender, path.number, path.submitted, message);
    return true;
  }
  Sequence* const numbers = numbers_of(sender, arrived.stream);
  if (numbers == nullptr) {
    ++way.counted.malformed;
    return true;
  }
  switch (numbers->kind_of(path.number)) {
    case Sequence::Kind::again:
      ++way.counted.duplicates;
      return true;
    case Sequence::Kind::too_old:
      ++way.counted.dropped;
      return true;
    case Sequence::Kind::fresh:
      break;
  }
  if (ours && sender.waiting.empty()) {
    const Taken taken = take(arrived.from, path.submitted, message);
    if (taken == Taken::no_room) return false;
    if (taken == Taken::taken) {
      numbers->saw(path.number);
      ++way.counted.received;
      return true;
    }
  }
  numbers->saw(path.number);
  if (!ours) {
    ++way.counted.elsewhere;
    return true;
  }
  if (sender.waiting_bytes > 0 && sender.waiting_bytes + message.size() > most_early_bytes) {
    ++way.counted.dropped;
    return true;
  }
  keep(way, sender, path.number, path.submitted, message);
  return true;
}

void Paths::keep(Way& way, Sender& sender, std::uint64_t number, std::uint64_t submitted,
                 Bytes message) {
  ++way.counted.early;
  ++waiting_;
  sender.waiting_bytes += message.size();
  sender.waiting.push_back({number, submitted, {message.begin(), message.end()}});
}

void Paths::flush() {
  for (Way& way : ways_) {
    if (!way.port) continue;
    if (!way.unsent.empty()) (void)send_unsent(way);
    if (std::exchange(way.dirty, false)) (void)way.port->flush();
  }
}

void Paths::close(transport::WaitSet& set) {
  for (Way& way : ways_) {
    if (!way.port) continue;
    way.counted.dropped += way.unsent.size();
    way.unsent.clear();
    set.remove(*way.port);
    way.port->close();
  }
}

void Paths::forget(transport::WaitSet& set) {
  for (Way& way : ways_) {
    if (!way.port) continue;
    set.remove(*way.port);
    way.port->forget();
    way.port.reset();
  }
}

PathCounters Paths::counters(Which which) const {
  const Way& way = ways_[which];
  PathCounters counted = way.counted;
  if (!way.port) return counted;
  counted.waiting = way.unsent.size();
  for (const Sender& sender : way.senders) {
    counted.lost += sender.numbers.lost();
    for (const Sequence& each : sender.by_group) counted.lost += each.lost();
    counted.waiting += sender.waiting.size();
  }
  for (const transport::Port* layer = way.port.get(); layer != nullptr; layer = layer->below()) {
    const transport::PortCounters& below = layer->counters();
    counted.malformed += below.malformed;
    counted.foreign += below.foreign;
    counted.reordered += below.reordered;
    counted.kernel_dropped += below.kernel_dropped;
    if (layer->below() == nullptr) count_packets(below, counted);
  }
  if (way.layer != nullptr) {
    counted.naks = way.layer->repairs().naks_sent;
    counted.repairs = way.layer->repairs().repairs_sent + way.layer->repairs().peer_repairs_sent;
    counted.repairs_in_region = way.layer->repairs().peer_repairs_sent;
    counted.regions_led = way.layer->repairs().regions_led;
    counted.repairs_received = way.layer->repairs().repaired;
    counted.duplicates += way.layer->repairs().duplicates;
  }
  return counted;
}

}  // namespace orrery::rti
