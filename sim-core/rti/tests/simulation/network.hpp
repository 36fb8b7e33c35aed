// Nodes in simulated time, from a seed: all in one thread, with a simulated network between them.
//
// Time       passes only in settle(), pass() and while a node waits for others (clock.hpp). A node that does not wait makes
//            progress when a message reaches it, and every `look_ns`.
// Channels   keep the contract of channel.hpp as `tcp` does: messages arrive in order, each after a random latency. What is
//            sent into a cut waits in the sender's host, and arrives once the cut is healed.
// Datagrams  of a port are lost, come twice and are overtaken, as often as the seed says; all that are sent into a cut are lost.
// Silence    an end that hears nothing for `silence_ns`, not even an acknowledgement, is lost; so is one whose messages have
//            not been acknowledged for so long. The peer is told by a reset, if the network carries it and by chance; if not,
//            it finds silence itself, also if the process of the silent end is killed meanwhile: it has no socket that could close.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "orrery/base/doorbell.hpp"
#include "orrery/rti/clock.hpp"
#include "orrery/rti/node.hpp"
#include "orrery/transport/channel.hpp"

#include "port.hpp"

namespace orrery::rti::testing {

class SimulatedChannel;

struct DatagramCounts {
  std::size_t sent = 0;
  std::size_t lost = 0;
  std::size_t repeated = 0;
};

class SimulatedNetwork final : public SimulatedTime {
 public:
  SimulatedNetwork(std::uint64_t seed, std::uint32_t nodes);
  ~SimulatedNetwork() override;

  // The channels of a node to the first `count` nodes but itself. Once for each node.
  std::vector<std::unique_ptr<transport::Channel>> channels(std::uint32_t self,
                                                            std::uint32_t count);
  std::unique_ptr<transport::Channel> channel(std::uint32_t self, std::uint32_t peer);
  // The best-effort port of a node. Once for each node.
  std::unique_ptr<SimulatedPort> port(std::uint32_t self);
  void detach_port(std::uint32_t self) { places_[self].port = nullptr; }
  void send(std::uint32_t to, const Datagram& datagram);
  [[nodiscard]] bool has_joined(std::uint32_t node, transport::StreamId stream) const {
    return places_[node].port == nullptr || places_[node].port->has_joined(stream);
  }
  [[nodiscard]] const DatagramCounts& datagrams() const { return datagrams_; }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(places_.size()); }
  [[nodiscard]] const std::shared_ptr<base::Doorbell>& bell(std::uint32_t self) const {
    return places_[self].bell;
  }
  // From now on the node makes progress.
  void attach(std::uint32_t self, Node& node) { places_[self].node = &node; }
  void detach(std::uint32_t self) { places_[self].node = nullptr; }

  [[nodiscard]] std::int64_t now_ns() const override { return now_ns_; }
  bool wait(std::uint32_t self, std::int64_t deadline_ns) override;
  // Lets time pass until nothing is under way and no node has anything to do.
  void settle();
  void pass(std::int64_t ns);
  // Called at that time, while some node waits or time passes.
  void at(std::int64_t time_ns, std::function<void()> call);

  // What is sent from one to the other waits. `heal` ends it.
  void cut(std::uint32_t from, std::uint32_t to);
  void heal(std::uint32_t from, std::uint32_t to);
  // It makes no progress; its host answers for it.
  void pause(std::uint32_t self) { places_[self].paused = true; }
  void resume(std::uint32_t self);
  // Its process ends: what it had sent may still arrive, in part. False: it is within a call, and lives.
  bool kill(std::uint32_t self);
  [[nodiscard]] bool killed(std::uint32_t self) const { return places_[self].killed; }
  [[nodiscard]] bool paused(std::uint32_t self) const { return places_[self].paused; }

  static constexpr std::int64_t look_ns = 200'000'000;
  static constexpr std::int64_t silence_ns = 10'000'000'000;

 private:
  friend class SimulatedChannel;
  // How the messages of one direction end.
  enum class End : std::uint8_t { none, closed, died, given_up };
  // One direction between two nodes.
  struct Link {
    std::deque<std::vector<std::byte>> flying;  // left the sender, in order
    std::deque<std::vector<std::byte>> arrived;
    std::size_t scheduled = 0;  // arrivals to come, of `flying` and of the end
    std::size_t bytes = 0;      // of both
    std::int64_t last_ns = 0;   // the latest arrival that is scheduled
    End end = End::none;        // behind `flying`
    bool end_arrived = false;
    bool is_cut = false;
    bool has_sender_waiting = false;  // it was refused
    std::int64_t cut_ns = 0;
    std::int64_t unacknowledged_ns = 0;  // since when what was sent waits in a cut; 0: nothing does
    bool is_dead = false;                // the receiver's host has forgotten it
  };
  struct Place {
    std::shared_ptr<base::Doorbell> bell;
    Node* node = nullptr;
    SimulatedPort* port = nullptr;
    bool has_news = true;
    bool paused = false;
    bool killed = false;
    int calls = 0;  // within its waits
    std::int64_t looked_ns = 0;
    std::vector<SimulatedChannel*> channels;  // by peer
  };

  std::uint64_t below(std::uint64_t count) { return count == 0 ? 0 : random_() % count; }
  Link& link(std::uint32_t from, std::uint32_t to) { return links_[from * places_.size() + to]; }
  void send(std::uint32_t from, std::uint32_t to, std::vector<std::byte> message);
  void send_end(std::uint32_t from, std::uint32_t to, End end);
  void schedule(std::uint32_t from, std::uint32_t to);  // what the network carries
  void arrive(std::uint32_t from, std::uint32_t to);
  // After `silence_ns` of a cut: does it end the channel between them?
  void listen(std::uint32_t self, std::uint32_t peer);
  void fall_silent(std::uint32_t self, std::uint32_t peer);
  // Some node makes progress, or the next event happens, but nothing after `until_ns`. False: nothing is left until then.
  bool step(std::int64_t until_ns);
  void let_work(std::uint32_t self);

  std::mt19937_64 random_;
  std::int64_t now_ns_ = 1'000'000'000;
  std::int64_t latency_ns_;
  bool is_narrow_;  // small buffers: senders are refused
  // Of 1,000 datagrams.
  std::uint64_t lost_;
  std::uint64_t twice_;
  std::uint64_t overtaken_;
  std::multimap<std::int64_t, std::function<void()>> events_;
  std::vector<Place> places_;
  std::vector<Link> links_;
  DatagramCounts datagrams_;
  std::size_t under_way_ = 0;  // arrivals to come
  std::uint64_t delivered_ = 0;
  std::size_t turn_ = 0;
};

}  // namespace orrery::rti::testing
