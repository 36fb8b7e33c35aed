// The operations of all nodes in their order: which have an order, a payload, are held, are safe, are applied, and are
// applied by all. It does not say who orders; ordering.hpp says what these words mean.
//
// applied <= held <= known, applied <= safe <= known, stable <= applied.
#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

#include "log/configuration.hpp"
#include "log/operation.hpp"
#include "wire/wire.hpp"

namespace orrery::rti {

class OperationLog {
 public:
  struct Payload {
    std::uint64_t sequence = 0;  // among its node's, from 1
    std::vector<std::byte> bytes;
  };

  explicit OperationLog(const Configuration& nodes) : nodes_(nodes), queues_(nodes.size()) {}

  // Its term: the sequencer in the high bits, the attempt in the low bits.
  [[nodiscard]] std::uint64_t term() const { return term_; }
  void set_term(std::uint64_t term) { term_ = term; }
  [[nodiscard]] std::uint64_t applied() const { return applied_; }
  [[nodiscard]] std::uint64_t held() const { return held_; }
  [[nodiscard]] std::uint64_t safe() const { return safe_; }
  [[nodiscard]] std::uint64_t stable() const { return stable_; }
  [[nodiscard]] std::uint64_t known() const { return applied_ + orders_.size(); }
  [[nodiscard]] std::uint64_t forgotten() const { return applied_ - retained_.size(); }
  [[nodiscard]] std::size_t ordered() const { return orders_.size(); }  // not yet applied
  // Bytes of applied operations that some living node may not have applied.
  [[nodiscard]] std::size_t retained_bytes() const { return retained_bytes_; }

  // Of one node: payloads that have come, in all; bytes and payloads of those not yet applied.
  [[nodiscard]] std::uint64_t received(std::uint32_t node) const { return queues_[node].received; }
  [[nodiscard]] std::vector<std::uint64_t> received() const;
  [[nodiscard]] std::size_t waiting_bytes(std::uint32_t node) const {
    return queues_[node].waiting_bytes;
  }
  [[nodiscard]] const std::deque<Payload>& payloads(std::uint32_t node) const {
    return queues_[node].payloads;
  }
  // Returns the first payload of the node that has no order; null if there is none.
  [[nodiscard]] const Payload* unordered(std::uint32_t node) const {
    const Queue& queue = queues_[node];
    return queue.ordered < queue.payloads.size() ? &queue.payloads[queue.ordered] : nullptr;
  }
  // Returns whether every order of the node has its payload.
  [[nodiscard]] bool has_ordered_payloads(std::uint32_t node) const {
    return queues_[node].ordered <= queues_[node].payloads.size();
  }

  // False: more than `most_waiting` bytes wait of that node, and this payload is not kept.
  bool add_payload(std::uint32_t origin, std::vector<std::byte> bytes, std::size_t most_waiting);
  // A payload that another node has sent again: it counts once the node has ended, by take_repeated().
  void add_repeated(std::uint32_t origin, std::uint64_t sequence, Bytes bytes);
  void take_repeated(std::uint32_t origin);
  void drop_payloads(std::uint32_t lost);
  void add_order(std::uint32_t origin);
  // Replaces all orders that are not applied.
  void set_orders(std::vector<std::uint32_t> origins);
  // Cuts the log where no survivor has a lost node's payload: no survivor has applied that operation.
  void cut();

  void advance_held();
  void set_safe(std::uint64_t number) { safe_ = std::max(safe_, std::min(number, known())); }
  // All nodes have applied the first `number`, as far as this one has. trim() forgets them.
  void set_stable(std::uint64_t number) { stable_ = std::max(stable_, std::min(number, applied_)); }
  void trim();
  // The origin of the next operation, which is ordered and not applied.
  [[nodiscard]] std::uint32_t next_origin() const { return orders_.front(); }
  // Applies the next operation, which is held; `keep`: for nodes that have not.
  void apply(bool keep);
  // Nothing of a node counts after its loss, though it was ordered.
  void skip();

  // Origins of the operations after the first `number`.
  [[nodiscard]] std::vector<std::uint32_t> origins_after(std::uint64_t number) const;
  // Nodes of which the log says that they are lost, though that has not been applied.
  [[nodiscard]] NodeSet lost_nodes() const;
  // The node whose loss the payload announces.
  [[nodiscard]] std::optional<std::uint32_t> lost_by(const Payload& payload) const;
  // Calls `each` with each payload of the node after its first `after` that is kept here.
  template <class Each>
  void each_payload(std::uint32_t origin, std::uint64_t after, Each&& each) const;

  // For a node that joins, after begin_at() and set_received() there. load() returns false if it is malformed; set_orders()
  // follows.
  void save(Writer& out) const;
  bool load(Reader& in, std::vector<std::uint32_t>& orders);
  void begin_at(std::uint64_t applied, std::uint64_t stable) {
    applied_ = safe_ = applied;
    stable_ = stable;
  }
  void set_received(std::uint32_t node, std::uint64_t number) { queues_[node].received = number; }

 private:
  struct Queue {
    std::deque<Payload> payloads;   // not yet applied
    std::deque<Payload> repeated;   // sent again by others
    std::size_t waiting_bytes = 0;  // of both
    std::uint64_t received = 0;     // payloads, in all
    std::uint64_t ordered = 0;      // and not applied yet; their payloads may not have come
    std::uint64_t held = 0;         // payloads not yet applied, up to held_
  };
  struct Retained {
    std::uint32_t origin = 0;
    Payload payload;
    [[nodiscard]] std::size_t memory() const { return sizeof(Retained) + payload.bytes.size(); }
  };
  void retain(std::uint32_t origin, Payload payload);
  void pop_order();

  const Configuration& nodes_;
  std::uint64_t term_ = 0;
  std::vector<Queue> queues_;         // by node
  std::deque<std::uint32_t> orders_;  // origins, from applied_ + 1 on
  std::deque<Retained> retained_;     // applied, up to applied_; not yet by all
  std::size_t retained_bytes_ = 0;
  std::uint64_t applied_ = 0;
  std::uint64_t held_ = 0;
  NodeSet held_lost_ = 0;     // nodes whose loss is in the log up to held_
  std::uint64_t safe_ = 0;    // held by enough nodes, as known here
  std::uint64_t stable_ = 0;  // applied by all
};

template <class Each>
void OperationLog::each_payload(std::uint32_t origin, std::uint64_t after, Each&& each) const {
  for (const Retained& kept : retained_) {
    if (kept.origin == origin && kept.payload.sequence > after) each(kept.payload);
  }
  for (const Payload& payload : queues_[origin].payloads) {
    if (payload.sequence > after) each(payload);
  }
}

}  // namespace orrery::rti
