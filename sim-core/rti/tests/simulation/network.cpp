#include "network.hpp"

#include <algorithm>

namespace orrery::rti::testing {

using transport::Io;

class SimulatedChannel final : public transport::Channel {
 public:
  SimulatedChannel(SimulatedNetwork& network, std::uint32_t self, std::uint32_t peer,
                   const transport::ChannelOptions& options)
      : network_(network), self_(self), peer_(peer), options_(options) {
    network_.places_[self_].channels[peer_] = this;
  }
  ~SimulatedChannel() override {
    close();
    network_.places_[self_].channels[peer_] = nullptr;
  }

  transport::Reserved reserve(std::size_t bytes) override {
    if (const Io ended = end(); ended != Io::ok) return {ended, {}};
    if (bytes > options_.max_message_bytes) return {Io::too_big, {}};
    if (output().bytes + unsent_bytes_ + bytes > options_.buffer_bytes) {
      ++counters_.would_block;
      output().has_sender_waiting = true;
      return {Io::full, {}};
    }
    reserved_.resize(bytes);
    return {Io::ok, reserved_};
  }
  void commit(std::size_t bytes) override {
    reserved_.resize(bytes);
    unsent_bytes_ += bytes;
    ++counters_.messages_sent;
    counters_.bytes_sent += bytes;
    unsent_.push_back(std::exchange(reserved_, {}));
  }
  Io flush() override {
    if (const Io ended = end(); ended != Io::ok) return ended;
    for (auto& message : std::exchange(unsent_, {}))
      network_.send(self_, peer_, std::move(message));
    unsent_bytes_ = 0;
    return Io::ok;
  }

  transport::Peeked peek() override {
    if (is_over_) return {Io::closed, {}};
    if (!input().arrived.empty()) return {Io::ok, input().arrived.front()};
    const Io ended = end();
    return {ended == Io::ok ? Io::empty : ended, {}};
  }
  void release() override {
    SimulatedNetwork::Link& from = input();
    ++counters_.messages_received;
    counters_.bytes_received += from.arrived.front().size();
    from.bytes -= from.arrived.front().size();
    from.arrived.pop_front();
    if (std::exchange(from.has_sender_waiting, false)) network_.places_[peer_].has_news = true;
  }

  void close() override { leave(SimulatedNetwork::End::closed); }
  void abandon() override { leave(SimulatedNetwork::End::given_up); }
  base::Status adopt() override { return {}; }
  void forget() override { is_over_ = true; }
  void fall_silent() { is_silent_ = true; }
  [[nodiscard]] bool is_silent() const { return is_silent_; }

  bool readable() override { return !is_over_ && (!input().arrived.empty() || end() != Io::ok); }
  bool writable() override {
    return end() != Io::ok ||
           output().bytes + unsent_bytes_ + options_.max_message_bytes <= options_.buffer_bytes;
  }
  bool pump() override { return readable(); }
  bool alive() override { return end() == Io::ok; }
  void want_writable(bool want) override { output().has_sender_waiting |= want; }
  [[nodiscard]] base::Doorbell& bell() const override { return *network_.bell(self_); }
  [[nodiscard]] transport::Kind kind() const override { return transport::Kind::tcp; }
  [[nodiscard]] const transport::ChannelOptions& options() const override { return options_; }
  [[nodiscard]] const transport::ChannelCounters& counters() const override { return counters_; }
  [[nodiscard]] std::string why() const override {
    if (is_silent_) return "nothing has been heard of it for long";
    switch (input().end) {
      case SimulatedNetwork::End::closed:
        return "it has closed the channel";
      case SimulatedNetwork::End::died:
        return "its process has ended";
      default:
        return "it has given this end up";
    }
  }
  [[nodiscard]] bool may_live() const override {
    return is_silent_ || input().end == SimulatedNetwork::End::given_up;
  }

 private:
  [[nodiscard]] SimulatedNetwork::Link& input() const { return network_.link(peer_, self_); }
  [[nodiscard]] SimulatedNetwork::Link& output() const { return network_.link(self_, peer_); }
  // ok: it has not ended.
  [[nodiscard]] Io end() const {
    if (is_over_) return Io::closed;
    if (is_silent_) return Io::peer_lost;
    if (!input().end_arrived) return Io::ok;
    return input().end == SimulatedNetwork::End::closed ? Io::closed : Io::peer_lost;
  }
  void leave(SimulatedNetwork::End how) {
    if (is_over_) return;
    (void)flush();
    if (!is_silent_) network_.send_end(self_, peer_, how);
    is_over_ = true;
    input().is_dead = true;
  }

  SimulatedNetwork& network_;
  const std::uint32_t self_;
  const std::uint32_t peer_;
  const transport::ChannelOptions options_;
  std::vector<std::byte> reserved_;
  std::vector<std::vector<std::byte>> unsent_;
  std::size_t unsent_bytes_ = 0;
  bool is_over_ = false;  // it was closed, abandoned or forgotten
  bool is_silent_ = false;
  transport::ChannelCounters counters_;
};

SimulatedNetwork::SimulatedNetwork(std::uint64_t seed, std::uint32_t nodes)
    : random_(seed), places_(nodes), links_(std::size_t{nodes} * nodes) {
  constexpr std::int64_t latencies_ns[] = {1'000, 200'000, 5'000'000};
  latency_ns_ = latencies_ns[below(3)];
  is_narrow_ = below(4) == 0;
  constexpr std::uint64_t rates[] = {0, 20, 300};
  lost_ = rates[below(3)];
  twice_ = rates[below(3)];
  overtaken_ = rates[below(3)];
  for (Place& place : places_) {
    place.bell = *base::Doorbell::create(base::Doorbell::Scope::local);
    place.channels.resize(nodes);
  }
}

SimulatedNetwork::~SimulatedNetwork() = default;

std::unique_ptr<transport::Channel> SimulatedNetwork::channel(std::uint32_t self,
                                                              std::uint32_t peer) {
  transport::ChannelOptions options;
  if (is_narrow_) options = {.max_message_bytes = 1024, .buffer_bytes = 4096};
  return std::make_unique<SimulatedChannel>(*this, self, peer, options);
}

std::vector<std::unique_ptr<transport::Channel>> SimulatedNetwork::channels(std::uint32_t self,
                                                                            std::uint32_t count) {
  std::vector<std::unique_ptr<transport::Channel>> all(places_.size());
  for (std::uint32_t peer = 0; peer < count; ++peer) {
    if (peer != self) all[peer] = channel(self, peer);
  }
  return all;
}

std::unique_ptr<SimulatedPort> SimulatedNetwork::port(std::uint32_t self) {
  auto made = std::make_unique<SimulatedPort>(*this, self);
  places_[self].port = made.get();
  return made;
}

void SimulatedNetwork::send(std::uint32_t to, const Datagram& datagram) {
  constexpr std::uint64_t all = 1000;
  ++datagrams_.sent;
  if (link(datagram.from, to).is_cut || below(all) < lost_) {
    ++datagrams_.lost;
    return;
  }
  const bool is_repeated = below(all) < twice_;
  if (is_repeated) ++datagrams_.repeated;
  for (int copies = is_repeated ? 2 : 1; copies > 0; --copies) {
    const auto most = static_cast<std::uint64_t>(latency_ns_);
    const auto late = below(all) < overtaken_ ? below(20 * most) : 0;
    ++under_way_;
    at(now_ns_ + static_cast<std::int64_t>(most / 2 + below(most) + late), [this, to, datagram] {
      --under_way_;
      Place& place = places_[to];
      if (place.port == nullptr || place.killed) return;
      place.port->arrive(datagram);
      place.has_news = true;
      ++delivered_;
    });
  }
}

void SimulatedNetwork::send(std::uint32_t from, std::uint32_t to, std::vector<std::byte> message) {
  Link& path = link(from, to);
  if (path.is_dead) {
    // The host of the receiver answers that there is no such channel any more.
    if (!path.is_cut && !link(to, from).is_cut) send_end(to, from, End::given_up);
    return;
  }
  if (path.end != End::none) return;
  path.bytes += message.size();
  path.flying.push_back(std::move(message));
  if (path.is_cut && path.unacknowledged_ns == 0) {
    path.unacknowledged_ns = now_ns_;
    at(now_ns_ + silence_ns, [this, from, to] { listen(from, to); });
  }
  schedule(from, to);
}

void SimulatedNetwork::send_end(std::uint32_t from, std::uint32_t to, End end) {
  Link& path = link(from, to);
  if (path.end != End::none) return;
  path.end = end;
  schedule(from, to);
}

void SimulatedNetwork::schedule(std::uint32_t from, std::uint32_t to) {
  Link& path = link(from, to);
  if (path.is_cut) return;
  const std::size_t wanted =
      path.flying.size() + (path.end != End::none && !path.end_arrived ? 1 : 0);
  for (; path.scheduled < wanted; ++path.scheduled) {
    const auto most = static_cast<std::uint64_t>(below(16) == 0 ? 10 * latency_ns_ : latency_ns_);
    path.last_ns =
        std::max(path.last_ns, now_ns_ + static_cast<std::int64_t>(most / 2 + below(most)));
    ++under_way_;
    at(path.last_ns, [this, from, to] {
      --under_way_;
      arrive(from, to);
    });
  }
}

void SimulatedNetwork::arrive(std::uint32_t from, std::uint32_t to) {
  Link& path = link(from, to);
  --path.scheduled;
  if (path.is_cut) return;
  if (!path.flying.empty()) {
    if (path.is_dead) {
      path.bytes -= path.flying.front().size();
    } else {
      path.arrived.push_back(std::move(path.flying.front()));
      ++delivered_;
    }
    path.flying.pop_front();
  } else if (path.end != End::none) {
    path.end_arrived = true;
  }
  places_[to].has_news = true;
}

void SimulatedNetwork::cut(std::uint32_t from, std::uint32_t to) {
  Link& path = link(from, to);
  if (std::exchange(path.is_cut, true)) return;
  path.cut_ns = now_ns_;
  at(now_ns_ + silence_ns, [this, from, to] { listen(to, from); });
}

void SimulatedNetwork::heal(std::uint32_t from, std::uint32_t to) {
  Link& path = link(from, to);
  path.is_cut = false;
  path.unacknowledged_ns = 0;
  schedule(from, to);
}

void SimulatedNetwork::listen(std::uint32_t self, std::uint32_t peer) {
  const Link& heard = link(peer, self);
  const Link& said = link(self, peer);
  const bool hears_nothing = heard.is_cut && now_ns_ - heard.cut_ns >= silence_ns;
  const bool unanswered =
      said.unacknowledged_ns != 0 && now_ns_ - said.unacknowledged_ns >= silence_ns;
  if (hears_nothing || unanswered) fall_silent(self, peer);
}

void SimulatedNetwork::fall_silent(std::uint32_t self, std::uint32_t peer) {
  SimulatedChannel* const channel = places_[self].channels[peer];
  if (channel == nullptr || !channel->alive()) return;
  channel->fall_silent();
  places_[self].has_news = true;
  link(peer, self).is_dead = true;
  link(self, peer).flying.clear();
  if (!link(self, peer).is_cut && below(2) == 0) return send_end(self, peer, End::given_up);
  // The peer's host asks whether this end is still there, and hears that it is not, or nothing.
  at(now_ns_ + silence_ns, [this, self, peer] {
    if (!link(self, peer).is_cut && !link(peer, self).is_cut) {
      send_end(self, peer, End::given_up);
    } else {
      fall_silent(peer, self);
    }
  });
}

void SimulatedNetwork::resume(std::uint32_t self) {
  places_[self].paused = false;
  places_[self].has_news = true;
}

bool SimulatedNetwork::kill(std::uint32_t self) {
  Place& place = places_[self];
  if (place.calls > 0) return false;
  place.killed = true;
  place.node = nullptr;
  for (std::uint32_t peer = 0; peer < places_.size(); ++peer) {
    if (peer == self) continue;
    Link& out = link(self, peer);
    while (!out.flying.empty() && below(2) == 0) {
      out.bytes -= out.flying.back().size();
      out.flying.pop_back();
      // One arrival too many is left of it: it is the end's.
    }
    // Of a connection that had fallen silent its host says nothing any more.
    const SimulatedChannel* const own = place.channels[peer];
    if (own == nullptr || !own->is_silent()) send_end(self, peer, End::died);
    link(peer, self).is_dead = true;
  }
  return true;
}

void SimulatedNetwork::at(std::int64_t time_ns, std::function<void()> call) {
  events_.emplace(time_ns, std::move(call));
}

bool SimulatedNetwork::wait(std::uint32_t self, std::int64_t deadline_ns) {
  Place& place = places_[self];
  ++place.calls;
  while (!place.has_news && now_ns_ < deadline_ns && step(deadline_ns)) {
  }
  --place.calls;
  return std::exchange(place.has_news, false);
}

void SimulatedNetwork::let_work(std::uint32_t self) {
  Place& place = places_[self];
  place.has_news = false;
  place.looked_ns = now_ns_;
  constexpr int most = 64;
  int pumped = 0;
  while (pumped < most && place.node->pump()) ++pumped;
  (void)place.node->wait(now_ns_);
  place.has_news |= pumped == most;
}

bool SimulatedNetwork::step(std::int64_t until_ns) {
  const auto works = [](const Place& place) {
    return place.node != nullptr && !place.paused && place.calls == 0;
  };
  std::int64_t look = until_ns;
  std::size_t looks = places_.size();
  ++turn_;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const std::size_t at = (i + turn_) % places_.size();
    if (!works(places_[at])) continue;
    if (places_[at].has_news) {
      let_work(static_cast<std::uint32_t>(at));
      return true;
    }
    if (places_[at].looked_ns + look_ns < look) {
      look = places_[at].looked_ns + look_ns;
      looks = at;
    }
  }
  const std::int64_t event = events_.empty() ? until_ns : events_.begin()->first;
  if (std::min(event, look) >= until_ns) {
    now_ns_ = std::max(now_ns_, until_ns);
    return false;
  }
  now_ns_ = std::max(now_ns_, std::min(event, look));
  if (look < event) {
    let_work(static_cast<std::uint32_t>(looks));
    return true;
  }
  const auto call = std::move(events_.begin()->second);
  events_.erase(events_.begin());
  call();
  return true;
}

void SimulatedNetwork::pass(std::int64_t ns) {
  const std::int64_t until = now_ns_ + ns;
  while (step(until)) {
  }
}

void SimulatedNetwork::settle() {
  const std::int64_t last = now_ns_ + 1'000'000'000'000;
  for (int quiet = 0; quiet < 2 && now_ns_ < last;) {
    const std::uint64_t before = delivered_;
    while (under_way_ > 0 && step(last)) {
    }
    for (std::uint32_t i = 0; i < places_.size(); ++i) {
      if (places_[i].node != nullptr && !places_[i].paused && places_[i].calls == 0) let_work(i);
    }
    quiet = under_way_ == 0 && delivered_ == before ? quiet + 1 : 0;
  }
}

}  // namespace orrery::rti::testing
