// Channels to the other nodes: what is sent, what has come, and when it may be looked at. The order of operations is
// ordering.hpp's.
//
// An operation's payload takes its place in its channel: what its node sent later is not looked at before the
// operation has been applied; nor is any message whose sender had applied more than this node has. So an update
// never overtakes the registration that it follows, whoever made that. No circle can form: a message waits for
// operations with lesser numbers only. Over ports (paths.hpp) both are said in the messages: data, what its sender had
// submitted; an operation, what its sender had sent over the reliable port.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "orrery/base/doorbell.hpp"
#include "orrery/rti/clock.hpp"
#include "orrery/rti/errors.hpp"
#include "orrery/rti/memory_bounds.hpp"
#include "orrery/rti/tuning.hpp"
#include "orrery/transport/channel.hpp"
#include "orrery/transport/wait_set.hpp"

#include "log/ordering.hpp"
#include "paths/paths.hpp"

namespace orrery::rti {

class Net final : private Ordering::Port {
 public:
  class Owner {
   public:
    virtual ~Owner() = default;
    virtual void apply(std::uint32_t origin, std::uint64_t sequence,
                       const Operation& operation) = 0;
    // Data, bounds, epochs, what has been taken. False: there is no room now, ask again.
    virtual bool on_message(std::uint32_t sender, const MessageHead& head, Bytes message) = 0;
    virtual void on_order_lost(const std::string& why) = 0;
    // As those of Ordering::Port.
    [[nodiscard]] virtual bool may_join() const { return true; }
    virtual void save(std::vector<std::byte>& /*out*/) {}
    virtual bool load(std::uint32_t /*sponsor*/, std::uint64_t /*submitted*/, Bytes /*state*/) {
      return true;
    }
  };

  Net(Owner& owner, std::uint32_t self, std::vector<std::unique_ptr<transport::Channel>> channels,
      DataPaths paths = {}, const MemoryBounds& bounds = {}, Clock clock = Clock(),
      Seats seats = {});
  ~Net() override { close(); }
  Net(const Net&) = delete;
  Net& operator=(const Net&) = delete;
  Status start(std::shared_ptr<base::Doorbell> bell, base::WaitStrategy strategy);
  // The channel to a newcomer in a seat that has had none. Errors: RTIinternalError.
  Status open(std::uint32_t node, std::unique_ptr<transport::Channel> channel);

  // Returns the operation's number among this node's. It may have been applied already. Nothing is refused: whoever has
  // the permit has looked at unpolled_bytes() and unordered_bytes().
  std::uint64_t submit(const Operation& operation, SubmitPermit permit);
  void hold_back(bool held_back) { ordering_.hold_back(held_back); }
  bool poll();                          // true: something came
  bool wait(std::int64_t deadline_ns);  // sleeps until something may have come
  // What must not be refused: it waits here if there is no room. Data that is larger than the channel's messages goes in parts.
  void send(std::uint32_t target, Bytes message) {
    is_urgent_ = true;
    send_with_data(target, message);
  }
  // Likewise, but it leaves with data that is held.
  void send_with_data(std::uint32_t target, Bytes message);
  // Is there room for data of so many bytes? It is reserved until the next call for this node. There is none while
  // another node takes over the order. too_big: send() it, for nothing waits there.
  transport::Io reserve(std::uint32_t target, std::size_t bytes, std::span<std::byte>& room);
  void commit(std::uint32_t target, std::size_t bytes);
  // Data over a port; full: nothing was sent. As commit(): flush() follows.
  transport::Io send_by_port(Paths::Which which, const Recipients& recipients, const DataHead& head,
                             std::span<const Item> items, Bytes tag);
  void drop_by_port(const Recipients& recipients) { paths_.drop(recipients); }
  // As Paths::want_groups(). A node that cannot join a group loses its connection at the next poll.
  void want_groups(GroupSet wanted);
  void count_refused(Paths::Which which) { paths_.count_refused(which); }
  [[nodiscard]] const Paths& ports() const { return paths_; }
  void flush() {
    if (unflushed_) flush_all();
  }
  // After a message of so many bytes, to whichever nodes: it may be held.
  void flush_unless_held(std::size_t bytes);
  // As flush(), unless all that is to be sent is data that is held past evokes, and its time has not come.
  void flush_due() {
    if (!unflushed_ || (bundling_.past_evokes && !is_urgent_ && held_ > 0 &&
                        clock_.now_ns() < held_since_ns_ + bundling_.timeout_ns)) {
      return;
    }
    flush_all();
  }
  void set_bundling(const Bundling& bundling) { bundling_ = bundling; }
  [[nodiscard]] const Bundling& bundling() const { return bundling_; }
  [[nodiscard]] std::size_t held_bytes() const { return held_; }
  // To the nodes that live; measures until the next call.
  std::vector<PathCongestion> paths();
  // Of the channels to all nodes.
  [[nodiscard]] PathCounters channel_counters() const;
  void forget();
  void close();  // what waits is sent first, for a second at most

  [[nodiscard]] const Clock& clock() const { return clock_; }
  [[nodiscard]] std::uint32_t self() const { return self_; }
  [[nodiscard]] std::uint32_t nodes() const { return ordering_.nodes(); }
  [[nodiscard]] bool living(std::uint32_t node) const { return ordering_.living(node); }
  [[nodiscard]] NodeSet living_nodes() const {
    NodeSet living = 0;
    for (std::uint32_t node = 0; node < nodes(); ++node) {
      if (ordering_.living(node)) living |= only(node);
    }
    return living;
  }
  [[nodiscard]] std::uint64_t applied() const { return ordering_.applied(); }
  // Of operations submitted since the last poll: what others say of them is read by the next.
  [[nodiscard]] std::uint64_t unpolled_bytes() const {
    return ordering_.submitted_bytes() - polled_bytes_;
  }
  // Of those that have not been put in order.
  [[nodiscard]] std::uint64_t unordered_bytes() const { return ordering_.unordered_bytes(); }
  [[nodiscard]] std::uint64_t next_sequence() const { return ordering_.submitted(self_) + 1; }
  [[nodiscard]] std::uint64_t malformed() const { return malformed_; }
  // The connection: nothing more will be applied.
  [[nodiscard]] bool order_lost() const { return ordering_.lost(); }
  // This node is a newcomer that has not joined yet.
  [[nodiscard]] bool joining() const { return ordering_.joining(); }
  // Nodes that have ever been there, this one included.
  [[nodiscard]] NodeSet seats_used() const {
    return ~ordering_.vacant() & (only(nodes() - 1) * 2 - 1);
  }

 private:
  // An operation that comes after so much of its sender's reliable data (paths.hpp).
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
    std::unique_ptr<transport::Channel> channel;
    std::deque<std::vector<std::byte>> waiting;  // to be sent
    std::size_t waiting_bytes = 0;
    std::vector<std::byte> partial;  // a message of which more is to come
    bool is_whole = false;           // `partial` is data that came whole, and has not been taken
    std::deque<Parked> parked;       // read, to be looked at later
    std::size_t parked_bytes = 0;
    std::deque<Follows> follows;  // with a reliable port: of those not yet applied
    bool echoing = false;         // an echo is under way
    std::int64_t round_trip_ns = 0;
    bool dirty = false;      // committed, not flushed
    bool ended = false;      // nothing more is read or sent
    bool closing = false;    // at the end of this poll
    bool abandoned = false;  // by us, which it may not have been told yet
  };

  // Ordering::Port
  void send(std::uint32_t target, MessageKind kind, Bytes content) override;
  bool settled(std::uint32_t node, std::uint64_t sequence) override;
  void apply(std::uint32_t origin, std::uint64_t sequence, const Operation* operation) override;
  void drop(std::uint32_t node) override;
  void lost(const std::string& why) override;
  [[nodiscard]] bool may_join() const override { return owner_.may_join(); }
  void save(std::vector<std::byte>& out) override { owner_.save(out); }
  bool load(std::uint32_t sponsor, std::uint64_t submitted, Bytes state) override {
    return owner_.load(sponsor, submitted, state);
  }

  // net_arrivals.cpp
  template <class Take>
  bool take_messages(std::uint32_t sender, Take&& take);
  bool drain(std::uint32_t sender);
  bool drain_unjoined(std::uint32_t sender);
  [[nodiscard]] bool is_unjoined(std::uint32_t sender) const {
    return ordering_.vacant(sender) || ordering_.joining();
  }
  bool handle(std::uint32_t sender, const MessageHead& head, Bytes message);       // false: not now
  bool take_data_part(std::uint32_t sender, const MessageHead& head, Bytes part);  // as handle()
  bool may_be_seen(std::uint32_t sender, const MessageHead& head, std::uint64_t after) const;
  // False: it is no data, or nobody was lost, or there is no room.
  bool park(std::uint32_t sender, const MessageHead& head, Bytes message);
  bool look_at_parked(std::uint32_t sender, bool settling);
  bool show(std::uint32_t sender, const MessageHead& head, Bytes message);  // as on_message()
  bool data_settled(std::uint32_t node, std::uint64_t sequence);
  Paths::Taken take(std::uint32_t sender, std::uint64_t submitted, Bytes message, bool settling);
  bool poll_paths();
  void lost_by_port(std::uint32_t node, bool behind);
  void review_groups();
  void take_echo(std::uint32_t sender, const MessageHead& head, Bytes message);

  // net.cpp
  void say_bye();
  transport::Io room_for(std::uint32_t target, std::size_t bytes, std::span<std::byte>& room);
  void end(std::uint32_t node, transport::Io how);
  bool await(std::int64_t deadline_ns);
  std::vector<std::byte>& wait_for_room(Peer& peer, std::size_t bytes);
  void send_waiting(Peer& peer);
  void give_up_the_full();
  void flush_all();
  void look_for_the_dead();
  void close_dropped();

  const Clock clock_;
  Owner& owner_;
  const std::uint32_t self_;
  const std::size_t most_unread_bytes_;
  const std::size_t most_data_bytes_;  // of one message
  std::vector<Peer> peers_;
  Ordering ordering_;
  std::vector<std::uint32_t> ready_;  // by the present poll
  std::unique_ptr<transport::WaitSet> set_;
  Paths paths_;
  std::string not_joined_;  // why a group could not be joined
  std::uint64_t malformed_ = 0;
  std::uint64_t polled_bytes_ = 0;  // of operations submitted, at the last poll
  std::size_t parked_ = 0;          // messages, of all peers
  bool overfull_ = false;           // more waits for some peer than it may
  Bundling bundling_;
  std::size_t held_ = 0;  // bytes sent and not flushed, with bundling
  std::int64_t held_since_ns_ = 0;
  bool showing_ = false;    // data that had waited
  bool is_urgent_ = false;  // something to be sent is no data
  bool unflushed_ = false;  // some peer is dirty, or something waits to be sent to it
  std::int64_t looked_ns_ = 0;
  unsigned polls_ = 0;
};

}  // namespace orrery::rti
