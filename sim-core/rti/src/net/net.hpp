// A node's connection to the other nodes: its channels and ports, what has come by them, and the order of operations
// (ordering.hpp), polled together.
#pragma once

#include <memory>
#include <vector>

#include "log/ordering.hpp"
#include "net/arrivals.hpp"
#include "net/bundler.hpp"
#include "net/channels.hpp"
#include "net/round_trips.hpp"
#include "paths/paths.hpp"

namespace orrery::rti {

class Net final : private Ordering::Port {
 public:
  class Owner : public Arrivals::Receiver {
   public:
    virtual void apply(std::uint32_t origin, std::uint64_t sequence,
                       const Operation& operation) = 0;
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
  // As of Channels.
  void send(std::uint32_t target, Bytes message) { channels_.send(target, message); }
  void send_with_data(std::uint32_t target, Bytes message) {
    channels_.send_with_data(target, message);
  }
  // As Channels::reserve(), but there is no room while another node takes over the order.
  transport::Io reserve(std::uint32_t target, std::size_t bytes, std::span<std::byte>& room) {
    return ordering_.changing() ? transport::Io::full : channels_.reserve(target, bytes, room);
  }
  void commit(std::uint32_t target, std::size_t bytes) { channels_.commit(target, bytes); }
  // Data over a port; full: nothing was sent. As commit(): flush() follows.
  transport::Io send_by_port(Paths::Which which, const Recipients& recipients, const DataHead& head,
                             std::span<const Item> items, Bytes tag);
  void drop_by_port(const Recipients& recipients) { paths_.drop(recipients); }
  // As Paths::want_groups(). A node that cannot join a group loses its connection at the next poll.
  void want_groups(GroupSet wanted);
  void count_refused(Paths::Which which) { paths_.count_refused(which); }
  [[nodiscard]] const Paths& ports() const { return paths_; }
  void flush() {
    if (bundler_.unflushed()) flush_all();
  }
  // After a message of so many bytes, to whichever nodes: it may be held.
  void flush_unless_held(std::size_t bytes) {
    if (!bundler_.hold(bytes)) flush();
  }
  // As flush(), unless all that is to be sent is data that is held past evokes, and its time has not come.
  void flush_due() {
    if (bundler_.due()) flush_all();
  }
  Bundler& bundler() { return bundler_; }
  // To the nodes that live; measures until the next call.
  std::vector<PathCongestion> paths();
  // Of the channels to all nodes.
  [[nodiscard]] PathCounters channel_counters() const {
    PathCounters counted = channels_.counters();
    counted.waiting += arrivals_.parked();
    return counted;
  }
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
  [[nodiscard]] std::uint64_t malformed() const { return malformed_ + arrivals_.malformed(); }
  // The connection: nothing more will be applied.
  [[nodiscard]] bool order_lost() const { return ordering_.lost(); }
  // This node is a newcomer that has not joined yet.
  [[nodiscard]] bool joining() const { return ordering_.joining(); }
  // Nodes that have ever been there, this one included.
  [[nodiscard]] NodeSet seats_used() const {
    return ~ordering_.vacant() & (only(nodes() - 1) * 2 - 1);
  }

 private:
  // Ordering::Port
  void send(std::uint32_t target, MessageKind kind, Bytes content) override {
    channels_.send_parts(target, kind, paths_.sent(), content);
  }
  bool settled(std::uint32_t node, std::uint64_t sequence) override {
    return arrivals_.settled(node, sequence);
  }
  void apply(std::uint32_t origin, std::uint64_t sequence, const Operation* operation) override;
  void drop(std::uint32_t node) override;
  void lost(const std::string& why) override;
  [[nodiscard]] bool may_join() const override { return owner_.may_join(); }
  void save(std::vector<std::byte>& out) override { owner_.save(out); }
  bool load(std::uint32_t sponsor, std::uint64_t submitted, Bytes state) override {
    return owner_.load(sponsor, submitted, state);
  }

  bool drain(std::uint32_t sender);
  bool poll_paths();
  // Says good-bye and loses the connection.
  void leave(const std::string& why);
  void review_groups();
  void say_bye();
  bool await(std::int64_t deadline_ns);
  void give_up_the_full();
  void flush_all();
  void look_for_the_dead();

  const Clock clock_;
  Owner& owner_;
  const std::uint32_t self_;
  Bundler bundler_;
  Channels channels_;
  Ordering ordering_;
  Paths paths_;
  RoundTrips round_trips_;
  Arrivals arrivals_;
  std::vector<std::uint32_t> ready_;  // by the present poll
  std::string not_joined_;            // why a group could not be joined
  std::uint64_t malformed_ = 0;       // operations
  std::uint64_t polled_bytes_ = 0;    // of operations submitted, at the last poll
  std::int64_t looked_ns_ = 0;
  unsigned polls_ = 0;
};

}  // namespace orrery::rti
