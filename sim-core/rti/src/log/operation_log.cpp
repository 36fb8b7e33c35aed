#include "log/operation_log.hpp"

#include <utility>

namespace orrery::rti {

std::vector<std::uint64_t> OperationLog::received() const {
  std::vector<std::uint64_t> all;
  all.reserve(queues_.size());
  for (const Queue& queue : queues_) all.push_back(queue.received);
  return all;
}

bool OperationLog::add_payload(std::uint32_t origin, std::vector<std::byte> bytes,
                               std::size_t most_waiting) {
  Queue& queue = queues_[origin];
  queue.waiting_bytes += bytes.size();
  if (queue.waiting_bytes > most_waiting) return false;
  queue.payloads.push_back({++queue.received, std::move(bytes)});
  return true;
}

void OperationLog::add_repeated(std::uint32_t origin, std::uint64_t sequence, Bytes bytes) {
  queues_[origin].waiting_bytes += bytes.size();
  queues_[origin].repeated.push_back({sequence, {bytes.begin(), bytes.end()}});
}

// What its own channel did not bring.
void OperationLog::take_repeated(std::uint32_t origin) {
  Queue& lost = queues_[origin];
  for (Payload& payload : lost.repeated) {
    if (payload.sequence != lost.received + 1) {
      lost.waiting_bytes -= payload.bytes.size();
      continue;
    }
    ++lost.received;
    lost.payloads.push_back(std::move(payload));
  }
  lost.repeated.clear();
}

void OperationLog::drop_payloads(std::uint32_t lost) {
  queues_[lost].payloads.clear();
  queues_[lost].repeated.clear();
  queues_[lost].waiting_bytes = 0;
}

void OperationLog::add_order(std::uint32_t origin) {
  orders_.push_back(origin);
  ++queues_[origin].ordered;
}

void OperationLog::set_orders(std::vector<std::uint32_t> origins) {
  orders_.assign(origins.begin(), origins.end());
  for (Queue& queue : queues_) queue.ordered = queue.held = 0;
  for (const std::uint32_t origin : orders_) ++queues_[origin].ordered;
  held_ = applied_;
  held_lost_ = 0;
  safe_ = std::min(safe_, known());
  advance_held();
}

void OperationLog::cut() {
  std::vector<std::uint64_t> needed(queues_.size());
  NodeSet lost = 0;
  for (std::size_t i = 0; i < orders_.size(); ++i) {
    const auto& payloads = queues_[orders_[i]].payloads;
    const std::uint64_t at = needed[orders_[i]]++;
    // After its loss its payloads are not needed, and say nothing.
    if (nodes_[orders_[i]].removed || (lost & only(orders_[i])) != 0) continue;
    if (at < payloads.size()) {
      if (const auto node = lost_by(payloads[at])) lost |= only(*node);
      continue;
    }
    if (!nodes_[orders_[i]].ended) continue;
    set_orders({orders_.begin(), orders_.begin() + static_cast<std::ptrdiff_t>(i)});
    return;
  }
}

void OperationLog::advance_held() {
  for (; held_ < known(); ++held_) {
    const std::uint32_t origin = orders_[held_ - applied_];
    Queue& queue = queues_[origin];
    if (nodes_.vacant(origin)) return;  // that it has joined is to be applied first
    // After its loss its payloads are not needed.
    if (nodes_[origin].removed || (held_lost_ & only(origin)) != 0) continue;
    if (queue.held == queue.payloads.size()) return;
    if (const auto node = lost_by(queue.payloads[queue.held])) held_lost_ |= only(*node);
    ++queue.held;
  }
}

void OperationLog::trim() {
  while (!retained_.empty() && forgotten() < stable_) {
    retained_bytes_ -= retained_.front().memory();
    retained_.pop_front();
  }
}

void OperationLog::retain(std::uint32_t origin, Payload payload) {
  retained_.push_back({origin, std::move(payload)});
  retained_bytes_ += retained_.back().memory();
}

void OperationLog::pop_order() {
  --queues_[orders_.front()].ordered;
  orders_.pop_front();
  ++applied_;
  safe_ = std::max(safe_, applied_);
}

void OperationLog::apply(bool keep) {
  const std::uint32_t origin = orders_.front();
  Queue& queue = queues_[origin];
  pop_order();
  --queue.held;
  queue.waiting_bytes -= queue.payloads.front().bytes.size();
  if (keep) retain(origin, std::move(queue.payloads.front()));
  queue.payloads.pop_front();
}

void OperationLog::skip() {
  const std::uint32_t origin = orders_.front();
  pop_order();
  retain(origin, {});
}

std::vector<std::uint32_t> OperationLog::origins_after(std::uint64_t number) const {
  std::vector<std::uint32_t> origins;
  for (std::uint64_t at = number; at < known(); ++at) {
    origins.push_back(at < applied_ ? retained_[at - forgotten()].origin : orders_[at - applied_]);
  }
  return origins;
}

NodeSet OperationLog::lost_nodes() const {
  NodeSet set = 0;
  std::vector<std::size_t> next(queues_.size());
  for (const std::uint32_t origin : orders_) {
    const auto& payloads = queues_[origin].payloads;
    const std::size_t at = next[origin]++;
    if (nodes_[origin].removed || (set & only(origin)) != 0) continue;  // it is skipped
    if (at >= payloads.size()) continue;  // a living node's payloads report no losses
    if (const auto node = lost_by(payloads[at])) set |= only(*node);
  }
  return set;
}

std::optional<std::uint32_t> OperationLog::lost_by(const Payload& payload) const {
  if (!says(payload.bytes, OperationKind::node_lost)) return {};
  const auto operation = decode(payload.bytes);
  if (!operation || operation->number < 0 || operation->number >= nodes_.size()) return {};
  return static_cast<std::uint32_t>(operation->number);
}

void OperationLog::save(Writer& out) const {
  out.put(static_cast<std::uint32_t>(retained_.size()));
  for (const Retained& each : retained_) {
    out.put(each.origin);
    out.put(each.payload.sequence);
    out.put(Bytes(each.payload.bytes));
  }
  out.put(static_cast<std::uint32_t>(orders_.size()));
  for (const std::uint32_t origin : orders_) out.put(origin);
}

bool OperationLog::load(Reader& in, std::vector<std::uint32_t>& orders) {
  const auto count = in.get<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    const auto origin = in.get<std::uint32_t>();
    const auto sequence = in.get<std::uint64_t>();
    const Bytes payload = in.bytes();
    if (origin >= queues_.size()) return false;
    retain(origin, {sequence, {payload.begin(), payload.end()}});
  }
  if (!in.ok() || retained_.size() != count || count > applied_) return false;
  const auto ordered = in.get<std::uint32_t>();
  for (std::uint32_t i = 0; i < ordered && in.ok(); ++i) orders.push_back(in.get<std::uint32_t>());
  return in.ok() &&
         std::ranges::all_of(orders, [&](std::uint32_t each) { return each < queues_.size(); });
}

}  // namespace orrery::rti
