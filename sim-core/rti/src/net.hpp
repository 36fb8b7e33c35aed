// Channels to the other nodes, and one order of operations over all of them.
//
// A node sends an operation's body to all; the orderer (the living node with the least number) says in
// which order the bodies of all count. A body takes its place in its channel: what its node sent later is
// not looked at before the operation has been applied; nor is any message whose sender had applied more
// than this node has. So an update never overtakes the registration that it follows, whoever made that.
// No circle can form: a message waits for operations with lesser numbers only. Over ports (paths.hpp) both are said in
// the messages: data, what its sender had submitted; an operation, what its sender had sent over the reliable port.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "orrery/base/doorbell.hpp"
#include "orrery/rti/errors.hpp"
#include "orrery/rti/tuning.hpp"
#include "orrery/transport/channel.hpp"
#include "orrery/transport/wait_set.hpp"

#include "operation.hpp"
#include "paths.hpp"
#include "wire.hpp"

namespace orrery::rti {

class Net {
 public:
  class Owner {
   public:
    virtual ~Owner() = default;
    virtual void apply(std::uint32_t origin, std::uint64_t sequence,
                       const Operation& operation) = 0;
    // Data, bounds, epochs. False: there is no room now, ask again.
    virtual bool on_message(std::uint32_t from, const MessageHead& head, Bytes message) = 0;
    virtual void on_order_lost(const std::string& why) = 0;
  };

  Net(Owner& owner, std::uint32_t self, std::vector<std::unique_ptr<transport::Channel>> channels,
      DataPaths paths = {});
  ~Net() { close(); }
  Status start(std::shared_ptr<base::Doorbell> bell, base::WaitStrategy strategy);

  // Returns the operation's number among this node's. It may have been applied already.
  std::uint64_t submit(const Operation& operation);
  bool poll();                          // true: something came
  bool wait(std::int64_t deadline_ns);  // sleeps until something may have come
  // What must not be refused: it waits here if there is no room.
  void send(std::uint32_t to, Bytes message);
  // Is there room for a message of so many bytes? It is reserved until the next call for this node.
  transport::Io reserve(std::uint32_t to, std::size_t bytes, std::span<std::byte>& room);
  void commit(std::uint32_t to, std::size_t bytes);
  // Data over a port; full: nothing was sent. As commit(): flush() follows.
  transport::Io send_by_port(Paths::Which which, NodeSet to, const DataHead& head,
                             std::span<const Item> items, Bytes tag);
  void drop_by_port(NodeSet to) { paths_.drop(to); }
  [[nodiscard]] const Paths& ports() const { return paths_; }
  void flush() {
    if (unflushed_) flush_all();
  }
  // After a message of so many bytes, to whichever nodes: it may be held.
  void flush_unless_held(std::size_t bytes);
  void set_bundling(const Bundling& bundling) { bundling_ = bundling; }
  [[nodiscard]] std::size_t held_bytes() const { return held_; }
  // To the nodes that live; measures until the next call.
  std::vector<PathCongestion> paths();
  void forget();
  void close();  // what waits is sent first, for a second at most

  [[nodiscard]] std::uint32_t self() const { return self_; }
  [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(peers_.size()); }
  [[nodiscard]] bool living(std::uint32_t node) const { return !peers_[node].removed; }
  [[nodiscard]] std::uint64_t applied() const { return applied_; }
  [[nodiscard]] std::uint64_t next_sequence() const { return peers_[self_].received + 1; }
  [[nodiscard]] std::size_t most_bytes() const { return most_bytes_; }  // of a message, to any node
  [[nodiscard]] std::uint64_t malformed() const { return malformed_; }
  // Nothing more will be ordered, and what was has been applied.
  [[nodiscard]] bool order_lost() const { return order_lost_ && orders_.empty(); }

 private:
  struct Body {
    std::uint64_t sequence = 0;
    std::vector<std::byte> bytes;
    std::uint64_t follows = 0;  // so much of its sender's reliable data (paths.hpp)
  };
  // Data that waits, taken out of the channel since behind it may be what it waits for: a lost node's body.
  struct Parked {
    std::uint64_t after = 0;  // bodies of its sender that had come before it
    std::vector<std::byte> bytes;
  };
  struct Peer {
    std::unique_ptr<transport::Channel> channel;
    std::deque<std::vector<std::byte>> waiting;  // to be sent
    std::vector<std::byte> partial;              // an operation of which more is to come
    std::vector<std::byte> partial_again;        // a repeated one
    std::deque<Body> bodies;                     // not yet applied
    std::deque<Body> repeated;  // by the orderer: counts when the channel has ended
    std::deque<Parked> parked;  // read, to be looked at later
    std::size_t parked_bytes = 0;
    std::uint64_t received = 0;  // bodies, in all
    std::uint64_t applied = 0;   // as it told the orderer
    bool echoing = false;        // an echo is under way
    std::int64_t round_trip_ns = 0;
    std::int64_t doubted_ns = 0;  // since when the orderer's loss of it waits for ours
    bool dirty = false;           // committed, not flushed
    bool ended = false;           // nothing more will come
    bool removed = false;         // and all know
  };
  struct Retained {
    std::uint64_t number = 0;
    std::uint32_t origin = 0;
    Body body;
  };

  bool drain(std::uint32_t from);
  bool handle(std::uint32_t from, const MessageHead& head, Bytes message);  // false: not now
  bool may_be_seen(const Peer& peer, const MessageHead& head, std::uint64_t after) const;
  // False: it is no data, or nobody was lost, or there is no room.
  bool park(Peer& peer, const MessageHead& head, Bytes message);
  bool look_at_parked(std::uint32_t from);
  void take_body(std::uint32_t origin, std::vector<std::byte> bytes, std::uint64_t follows);
  [[nodiscard]] bool data_has_come(std::uint32_t origin) const;
  Paths::Taken take(std::uint32_t from, std::uint64_t submitted, Bytes message);
  bool poll_paths();
  void lost_by_port(std::uint32_t node, bool behind);
  void leave(std::string why);
  void order(std::uint32_t origin, const Body& body);
  void broadcast(Bytes message);
  void broadcast_body(MessageKind kind, Bytes bytes);
  std::optional<std::vector<std::byte>> assemble(std::vector<std::byte>& partial,
                                                 const MessageHead& head, Bytes message);
  void lose_order(std::string why);
  void apply_ready();
  void end(std::uint32_t node);
  void send_waiting(Peer& peer);
  void flush_all();
  void take_echo(std::uint32_t from, const MessageHead& head, Bytes message);
  [[nodiscard]] std::uint32_t orderer() const;
  void look_for_the_dead();
  static void take_repeated(Peer& lost);

  Owner& owner_;
  const std::uint32_t self_;
  std::vector<Peer> peers_;           // our own bodies are in ours
  std::vector<std::uint32_t> ready_;  // by the present poll
  std::unique_ptr<transport::WaitSet> set_;
  Paths paths_;
  std::deque<std::uint32_t> orders_;  // origins, from applied_ + 1 on
  std::deque<Retained> retained_;     // at the orderer: until all have applied them
  std::uint64_t ordered_ = 0;         // at the orderer
  std::uint64_t applied_ = 0;
  std::uint64_t told_ = 0;
  std::uint64_t malformed_ = 0;
  std::size_t most_bytes_ = 1U << 30;
  std::size_t parked_ = 0;  // messages, of all peers
  Bundling bundling_;
  std::size_t held_ = 0;  // bytes sent and not flushed, with bundling
  std::int64_t held_since_ns_ = 0;
  bool unflushed_ = false;  // some peer is dirty, or something waits to be sent to it
  bool applying_ = false;
  bool order_lost_ = false;  // the orderer has gone
  bool loss_told_ = false;
  std::int64_t looked_ns_ = 0;
  unsigned polls_ = 0;
  std::string why_lost_;
};

}  // namespace orrery::rti
