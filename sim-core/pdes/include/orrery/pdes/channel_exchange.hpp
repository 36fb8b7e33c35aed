// A WindowExchange over transport channels: one channel of any kind (shm, uds, tcp; thread in tests) to each other node.
//
// In each window every node sends a chain of messages to every other node. The messages carry the node's events and its
// least time; the last message of a chain has a flag. Each pair of nodes exchanges these messages anyway, so they also
// carry the reduction: a window without events costs one message in each direction, for any number of nodes. Channels
// preserve order, and a node can be at most one window ahead of another, so messages of different windows cannot be mixed
// up.
//
// A message is a header (window, flags, events, least; little-endian, 24 bytes), then events as they lie in memory. All
// nodes must run the same program on machines of the same byte order; the workload's plan ensures that the programs are the
// same.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "orrery/pdes/window_exchange.hpp"
#include "orrery/transport/channel.hpp"
#include "orrery/transport/wait_set.hpp"

namespace orrery::pdes {

struct NodeLinks {
  std::size_t node = 0;
  // Indexed by node; nullptr for this node. Not owned. All are bound to `bell`, which belongs to the thread that calls
  // run().
  std::vector<transport::Channel*> channels;
  std::shared_ptr<base::Doorbell> bell;
  base::WaitStrategy wait = base::WaitStrategy::adaptive;
  std::function<bool()> stopped;  // called every 50 ms of waiting; may be empty
};

struct ExchangeCounters {
  std::uint64_t windows = 0;
  std::uint64_t messages_sent = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t events_sent = 0;
  std::uint64_t events_received = 0;
  std::int64_t wait_ns = 0;  // time spent waiting for other nodes
};

class ChannelExchange final : public WindowExchange {
 public:
  // Errors: invalid_argument if there are fewer than two nodes, `node` is not one of them, or a channel is missing; those
  // of transport::WaitSet.
  static base::Result<std::unique_ptr<ChannelExchange>> create(NodeLinks links);

  [[nodiscard]] std::size_t node() const override { return links_.node; }
  [[nodiscard]] std::size_t nodes() const override { return links_.channels.size(); }
  // Errors: peer_lost, naming the node and the reason; cancelled if `stopped` returned true; too_big if an event does not
  // fit into a message; internal if a node sent an invalid message.
  base::Result<Word> exchange(const Word& own, const std::vector<Pieces>& outgoing,
                              std::size_t event_bytes, const Receive& receive) override;

  [[nodiscard]] const ExchangeCounters& counters() const { return counters_; }

 private:
  struct Peer {
    transport::Channel* channel = nullptr;
    std::size_t node = 0;
    // State of the current window.
    std::size_t piece = 0;
    std::size_t offset = 0;
    bool sent = false;
    bool flushed = false;
    bool received = false;
    bool wants_room = false;
  };

  explicit ChannelExchange(NodeLinks links) : links_(std::move(links)) {}
  base::Status send(Peer& peer, const Word& own, const Pieces& pieces, std::size_t event_bytes);
  base::Status receive(Peer& peer, Word& all, std::size_t event_bytes, const Receive& receive);
  base::Status wait();
  base::Error lost(const Peer& peer, const char* doing) const;

  NodeLinks links_;
  std::vector<Peer> peers_;
  std::unique_ptr<transport::WaitSet> set_;
  std::uint64_t window_ = 0;
  std::int64_t looked_ = 0;
  bool moved_ = false;  // a message was sent or received since the last wait
  ExchangeCounters counters_;
};

}  // namespace orrery::pdes
