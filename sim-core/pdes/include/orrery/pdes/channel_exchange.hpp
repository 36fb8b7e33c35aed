// The exchange of windows over transport channels, one to each other node, of any kind (shm, uds, tcp; thread in tests).
//
// In each window every node sends every other one a chain of messages with its events, the last of which says so, and its
// least time. What must be exchanged pair by pair anyway carries the reduction along: one message each way in a window
// without events, and the result a round trip later, for any number of nodes. Channels keep order, and a node cannot be
// further ahead than the window after ours, so no message of two windows is ever mixed.
//
// Messages: header (window, flags, events, least; little-endian, 24 bytes), then events as they lie in memory. All nodes
// must run the same program on machines of the same byte order; the workload's plan sees to the former.
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
  // By node; nullptr for our own. Borrowed; all bound to `bell`, which belongs to the thread that calls run().
  std::vector<transport::Channel*> channels;
  std::shared_ptr<base::Doorbell> bell;
  base::WaitStrategy wait = base::WaitStrategy::adaptive;
  std::function<bool()> stopped;  // asked every 50 ms of waiting; may be empty
};

struct ExchangeCounters {
  std::uint64_t windows = 0;
  std::uint64_t messages_sent = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t events_sent = 0;
  std::uint64_t events_received = 0;
  std::int64_t wait_ns = 0;  // for other nodes
};

class ChannelExchange final : public WindowExchange {
 public:
  // invalid_argument: fewer than two nodes, or a channel is missing.
  static base::Result<std::unique_ptr<ChannelExchange>> create(NodeLinks links);

  [[nodiscard]] std::size_t node() const override { return links_.node; }
  [[nodiscard]] std::size_t nodes() const override { return links_.channels.size(); }
  // Errors: peer_lost names the node and why; cancelled: `stopped`; too_big: an event does not fit a message.
  base::Result<Word> exchange(const Word& own, const std::vector<Pieces>& outgoing,
                              std::size_t event_bytes, const Receive& receive) override;

  [[nodiscard]] const ExchangeCounters& counters() const { return counters_; }

 private:
  struct Peer {
    transport::Channel* channel = nullptr;
    std::size_t node = 0;
    // Of the window at hand.
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
  bool moved_ = false;  // since the last wait
  ExchangeCounters counters_;
};

}  // namespace orrery::pdes
