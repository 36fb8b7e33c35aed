// A network in one thread under a clock that the test moves: ports that lose, delay, double and
// reorder by a seed. Whatever a protocol does over it can be replayed.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "orrery/base/heap.hpp"
#include "orrery/transport/impairment.hpp"
#include "orrery/transport/port.hpp"

#include "chain/clock.hpp"
#include "support.hpp"

namespace orrery::transport::testing {

class SimPort;

class SimNetwork {
 public:
  explicit SimNetwork(ImpairmentOptions options) : options_(std::move(options)) {
    // Something takes time in every network, or a simulation never ends.
    if (options_.delay_ns == 0) options_.delay_ns = 20'000;
  }

  std::unique_ptr<SimPort> make_port(PartyId self, std::uint32_t max_message_bytes = 1200);
  [[nodiscard]] std::int64_t now() const { return now_; }
  Clock clock() {
    return [this] { return now_; };
  }
  // To the next arrival or `until`, whichever is first.
  void advance(std::int64_t until);
  // Nothing passes between the two any more, either way; or again.
  void cut(PartyId a, PartyId b, bool is_cut);
  void set_loss(double loss) { options_.loss = loss; }
  [[nodiscard]] std::uint64_t packets() const { return packets_; }
  // Sees every packet on its way to a party.
  std::function<void(PartyId from, PartyId to, StreamId stream, std::span<const std::byte> bytes)>
      tap;

 private:
  friend class SimPort;
  struct Packet {
    std::int64_t due_ns = 0;
    std::uint64_t number = 0;
    PartyId from = 0;
    PartyId to = 0;
    StreamId stream = 0;
    std::shared_ptr<std::vector<std::byte>> bytes;
    bool operator<(const Packet& other) const {
      return due_ns != other.due_ns ? due_ns < other.due_ns : number < other.number;
    }
  };
  void send(PartyId from, StreamId stream, std::span<const std::byte> bytes);
  void send_to(PartyId from, PartyId to, StreamId stream,
               const std::shared_ptr<std::vector<std::byte>>& bytes);

  ImpairmentOptions options_;
  std::int64_t now_ = 1'000'000'000;
  std::uint64_t number_ = 0;
  std::uint64_t packets_ = 0;
  base::Heap<Packet> under_way_;
  std::map<PartyId, SimPort*> ports_;
  std::map<std::pair<PartyId, PartyId>, Impairment> links_;
  std::set<std::pair<PartyId, PartyId>> cut_;
};

class SimPort final : public Port {
 public:
  SimPort(SimNetwork& network, PartyId self, std::uint32_t max_message_bytes)
      : network_(network), self_(self), max_(max_message_bytes), bell_(make_bell()) {}
  ~SimPort() override { close(); }

  using Port::open;
  base::Status open(StreamId stream, std::span<const std::string> /*endpoints*/) override {
    opened_.insert(stream);
    return {};
  }
  base::Status join(StreamId stream, const std::string& /*endpoint*/) override {
    joined_.insert(stream);
    return {};
  }
  base::Status leave(StreamId stream) override {
    joined_.erase(stream);
    return {};
  }
  Reserved reserve(StreamId stream, std::size_t bytes) override {
    if (closed_ || (!opened_.contains(stream) && (stream & direct_bit) == 0)) {
      return {Io::closed, {}};
    }
    if (bytes > max_) return {Io::too_big, {}};
    if (full_) return {Io::full, {}};
    stream_ = stream;
    out_.resize(bytes);
    return {Io::ok, out_};
  }
  void commit(std::size_t bytes) override {
    ++counters_.messages_sent;
    network_.send(self_, stream_, std::span(out_).first(bytes));
  }
  Io flush() override { return Io::ok; }
  Arrived peek() override {
    if (closed_) return {Io::closed, 0, 0, {}};
    if (in_.empty()) return {};
    return {Io::ok, in_.front().from, in_.front().stream, *in_.front().bytes};
  }
  void release() override {
    ++counters_.messages_received;
    in_.pop_front();
  }
  void close() override {
    if (!closed_) network_.ports_.erase(self_);
    closed_ = true;
  }
  void forget() override { close(); }

  bool readable() override { return !in_.empty(); }
  bool writable() override { return !full_; }
  bool pump() override { return readable(); }
  bool alive() override { return true; }
  void want_writable(bool /*want*/) override {}
  [[nodiscard]] base::Doorbell& bell() const override { return *bell_; }
  [[nodiscard]] std::string_view layer() const override { return "simulated"; }
  [[nodiscard]] bool reliable() const override { return false; }
  [[nodiscard]] PartyId self() const override { return self_; }
  [[nodiscard]] std::string endpoint() const override { return {}; }
  [[nodiscard]] std::uint32_t max_message_bytes() const override { return max_; }
  [[nodiscard]] const PortCounters& counters() const override { return counters_; }
  [[nodiscard]] std::string why() const override { return {}; }

  void set_full(bool full) { full_ = full; }
  [[nodiscard]] const std::set<StreamId>& opened() const { return opened_; }
  // As if it had come from `from`.
  void inject(PartyId from, StreamId stream, std::span<const std::byte> bytes) {
    in_.push_back({0, 0, from, self_, stream,
                   std::make_shared<std::vector<std::byte>>(bytes.begin(), bytes.end())});
  }

 private:
  friend class SimNetwork;
  SimNetwork& network_;
  const PartyId self_;
  const std::uint32_t max_;
  std::shared_ptr<base::Doorbell> bell_;
  std::set<StreamId> opened_;
  std::set<StreamId> joined_;
  std::vector<std::byte> out_;
  StreamId stream_ = 0;
  std::deque<SimNetwork::Packet> in_;
  PortCounters counters_;
  bool full_ = false;
  bool closed_ = false;
};

inline std::unique_ptr<SimPort> SimNetwork::make_port(PartyId self,
                                                      std::uint32_t max_message_bytes) {
  auto port = std::make_unique<SimPort>(*this, self, max_message_bytes);
  ports_[self] = port.get();
  return port;
}

inline void SimNetwork::cut(PartyId a, PartyId b, bool is_cut) {
  for (const auto& pair : {std::pair{a, b}, std::pair{b, a}}) {
    if (is_cut) {
      cut_.insert(pair);
    } else {
      cut_.erase(pair);
    }
  }
}

inline void SimNetwork::send(PartyId from, StreamId stream, std::span<const std::byte> bytes) {
  auto shared = std::make_shared<std::vector<std::byte>>(bytes.begin(), bytes.end());
  if ((stream & direct_bit) != 0) {
    send_to(from, stream & ~direct_bit, stream, shared);
    return;
  }
  for (const auto& [to, port] : ports_) {
    if (to != from && port->joined_.contains(stream)) send_to(from, to, stream, shared);
  }
}

inline void SimNetwork::send_to(PartyId from, PartyId to, StreamId stream,
                                const std::shared_ptr<std::vector<std::byte>>& bytes) {
  ++packets_;
  if (tap) tap(from, to, stream, *bytes);
  if (cut_.contains({from, to})) return;
  auto& link = links_.try_emplace({from, to}, options_, (std::uint64_t{from} << 32) | to, false)
                   .first->second;
  const auto fate = link.next(now_, bytes->size());
  for (unsigned i = 0; i < fate.copies; ++i) {
    under_way_.push({fate.due_ns[i], number_++, from, to, stream, bytes});
  }
}

inline void SimNetwork::advance(std::int64_t until) {
  now_ = std::max(now_, under_way_.empty() ? until : std::min(until, under_way_.top().due_ns));
  while (!under_way_.empty() && under_way_.top().due_ns <= now_) {
    Packet packet = under_way_.pop();
    const auto port = ports_.find(packet.to);
    const bool wanted = port != ports_.end() && ((packet.stream & direct_bit) != 0 ||
                                                 port->second->joined_.contains(packet.stream));
    if (wanted) port->second->in_.push_back(std::move(packet));
  }
}

}  // namespace orrery::transport::testing
