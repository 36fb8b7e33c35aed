// What has come from the other nodes: when it may be looked at, what waits for that, and what an operation waits for.
//
// An operation's payload takes its place in its channel: what its node sent later is not looked at before the
// operation has been applied; nor is any message whose sender had applied more than this node has. So an update
// never overtakes the registration that it follows, whoever made that. No circle can form: a message waits for
// operations with lesser numbers only. Over ports (paths.hpp) both are said in the messages: data, what its sender had
// submitted; an operation, what its sender had sent over the reliable port.
#pragma once

#include <deque>
#include <vector>

#include "orrery/rti/memory_bounds.hpp"

#include "log/ordering.hpp"
#include "net/channels.hpp"
#include "net/round_trips.hpp"
#include "paths/paths.hpp"

namespace orrery::rti {

class Arrivals {
 public:
  class Receiver {
   public:
    virtual ~Receiver() = default;
    // Data, bounds, epochs, what has been taken. False: there is no room now, ask again.
    virtual bool on_message(std::uint32_t sender, const MessageHead& head, Bytes message) = 0;
  };

  Arrivals(Receiver& receiver, Channels& channels, Ordering& ordering, Paths& paths,
           RoundTrips& round_trips, const MemoryBounds& bounds);

  // Reads the node's channel. Returns as Channels::read().
  transport::Io drain(std::uint32_t sender);
  // Takes a message of the sender's that came over a port, as Paths::Take. `settling`: what it waits for, it can wait for
  // no longer.
  Paths::Taken take(std::uint32_t sender, std::uint64_t submitted, Bytes message, bool settling);
  // Looks at what waits, of all nodes. True: some of it was taken.
  bool look_at_parked();
  // As Ordering::Port::settled().
  bool settled(std::uint32_t node, std::uint64_t sequence);
  // The node's channel has ended: its unfinished message counts no more.
  void drop_partial(std::uint32_t node) { peers_[node].partial = {}; }

  [[nodiscard]] std::uint64_t malformed() const { return malformed_; }
  // Messages that wait: of all nodes, and of one.
  [[nodiscard]] std::size_t parked() const { return parked_; }
  [[nodiscard]] std::size_t parked(std::uint32_t node) const { return peers_[node].parked.size(); }

 private:
  // An operation that comes after so much of its sender's reliable data.
  struct Follows {
    std::uint64_t sequence = 0;
    std::uint64_t number = 0;
  };
  // Data that waits, taken out of the channel since behind it may be what it waits for: a lost node's payload, or word of
  // what a node holds.
  struct Parked {
    std::uint64_t after = 0;  // payloads of its sender that had come before it
    std::vector<std::byte> bytes;
  };
  struct Peer {
    std::vector<std::byte> partial;  // a message of which more is to come
    bool is_whole = false;           // `partial` is data that came whole, and has not been taken
    std::deque<Parked> parked;       // read, to be looked at later
    std::size_t parked_bytes = 0;
    std::deque<Follows> follows;  // with a reliable port: of those not yet applied
  };

  [[nodiscard]] bool is_unjoined(std::uint32_t sender) const {
    return ordering_.vacant(sender) || ordering_.joining();
  }
  bool take_unjoined(std::uint32_t sender, const MessageHead& head, Bytes message);
  bool handle(std::uint32_t sender, const MessageHead& head, Bytes message);       // false: not now
  bool take_data_part(std::uint32_t sender, const MessageHead& head, Bytes part);  // as handle()
  [[nodiscard]] bool may_be_seen(std::uint32_t sender, const MessageHead& head,
                                 std::uint64_t after) const {
    return head.stamp <= ordering_.applied() && !ordering_.awaits(sender, after);
  }
  // False: it is no data, or nobody was lost, or there is no room.
  bool park(std::uint32_t sender, const MessageHead& head, Bytes message);
  bool look_at_parked(std::uint32_t sender, bool settling);
  bool show(std::uint32_t sender, const MessageHead& head, Bytes message);  // as on_message()
  bool data_settled(std::uint32_t node, std::uint64_t sequence);

  Receiver& receiver_;
  Channels& channels_;
  Ordering& ordering_;
  Paths& paths_;
  RoundTrips& round_trips_;
  const std::size_t most_state_bytes_;  // of a node that joins
  const std::size_t most_data_bytes_;   // of one message
  std::vector<Peer> peers_;
  std::uint64_t malformed_ = 0;
  std::size_t parked_ = 0;  // messages, of all peers
  bool showing_ = false;    // data that had waited
};

}  // namespace orrery::rti
