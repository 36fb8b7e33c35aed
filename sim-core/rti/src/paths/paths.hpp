// Data over ports beside the channels (data_path.hpp). Each message says how many operations its sender had submitted
// before; the receiver keeps it until these have come.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <vector>

#include "orrery/rti/data_path.hpp"
#include "orrery/rti/errors.hpp"
#include "orrery/rti/path_counters.hpp"
#include "orrery/transport/reliable_multicast.hpp"
#include "orrery/transport/wait_set.hpp"

#include "paths/multicast_groups.hpp"
#include "paths/sequence.hpp"
#include "wire/sets.hpp"
#include "wire/wire.hpp"

namespace orrery::rti {

// The nodes that a message goes to. Over a path with several groups, also by which group it reaches each of them.
struct Recipients {
  NodeSet nodes = 0;
  GroupSet groups = 0;
  std::array<NodeSet, most_groups> by_group;  // of `groups` alone
};

// What the lowest layer of a chain has carried.
void count_packets(const transport::PortCounters& lowest, PathCounters& sum);

class Paths {
 public:
  static constexpr transport::StreamId data_stream =
      1;  // to all, or the common group; others follow
  enum Which : std::uint8_t { best_effort, reliable };
  enum class Taken : std::uint8_t { taken, later, no_room };
  // Takes the message if this node has applied the first `submitted` operations of `sender`; `later` if it has not.
  using Take = std::function<Taken(std::uint32_t sender, std::uint64_t submitted, Bytes message)>;
  // A reliable port gave up a node; `behind`: it is this one that was left behind by that.
  using Lost = std::function<void(std::uint32_t node, bool behind)>;

  // `message_bytes`: the most that a message of data has. A port that takes less gets a fragmenter.
  Paths(std::uint32_t self, std::uint32_t nodes, std::size_t message_bytes, DataPaths paths);
  // Opens and joins. Errors: RTIinternalError.
  Status start(transport::WaitSet& set);

  [[nodiscard]] bool has(Which which) const { return ways_[which].port != nullptr; }
  // full: nothing was sent. Without a group a copy goes to each receiver: all of them, or none. Those for which a port has
  // no room yet are kept, and until they have left, by flush() or send(), there is no room for more.
  transport::Io send(Which which, const Recipients& recipients, std::uint64_t submitted,
                     const DataHead& head, std::span<const Item> items, Bytes tag);
  // A best-effort message that was not sent: its receivers miss it.
  void drop(const Recipients& recipients);

  // Number of multicast groups of best-effort data beside the common one.
  [[nodiscard]] std::uint32_t groups() const { return groups_.count(); }
  // As Groups::want(). Errors: RTIinternalError.
  Status want_groups(GroupSet wanted, std::int64_t now_ns);
  [[nodiscard]] bool has_groups_to_leave() const { return groups_.has_groups_to_leave(); }
  void leave_groups(std::int64_t now_ns) { groups_.leave(*ways_[best_effort].port, now_ns); }
  // A message that found no room was answered with Congested.
  void count_refused(Which which) { ++ways_[which].counted.refused; }
  // Reliable messages sent so far, and: have so many of this node's been taken?
  [[nodiscard]] std::uint64_t sent() const { return ways_[reliable].counted.sent; }
  [[nodiscard]] bool has_come(std::uint32_t sender, std::uint64_t number) const;
  [[nodiscard]] bool waits() const { return waiting_ > 0; }
  // Of what waits of its reliable messages, those up to that number are seen, for `take` to say how. False: not all.
  bool settle(std::uint32_t sender, std::uint64_t number, const Take& take);
  // As has_come() of a node that is no more: nothing of it can be read any longer.
  [[nodiscard]] bool silent(std::uint32_t sender) const;

  // Nobody waits for what it has not read: it is no member any longer.
  void evict(std::uint32_t node);

  // Copies of a message are kept that has begun to leave.
  [[nodiscard]] bool has_unsent() const { return !ways_[best_effort].unsent.empty(); }

  // True if something came.
  bool poll(const Take& take, const Lost& lost);
  void flush();
  void close(transport::WaitSet& set);
  void forget(transport::WaitSet& set);
  [[nodiscard]] PathCounters counters(Which which) const;

 private:
  struct Waiting {
    std::uint64_t number = 0;
    std::uint64_t submitted = 0;
    std::vector<std::byte> bytes;
  };
  struct Sender {
    Sequence numbers;
    std::vector<Sequence> by_group;  // of the groups beside the common one
    std::uint64_t last = 0;          // reliable: the number that was read last
    std::deque<Waiting> waiting;
    std::size_t waiting_bytes = 0;
  };
  struct Copy {
    transport::StreamId stream = 0;
    NodeSet nodes = 0;
    std::uint64_t number = 0;
  };
  struct Way {
    std::unique_ptr<transport::Port> port;
    transport::ReliablePort* layer = nullptr;
    bool grouped = false;
    std::vector<std::uint64_t> numbers;  // sent: to each node, or to each group
    std::vector<Sender> senders;
    std::uint64_t left_behind = 0;  // this node, as counted when it was asked last
    PathCounters counted;
    std::vector<Copy> unsent;        // the last message's
    std::vector<std::byte> message;  // that: its head is each copy's own
    bool dirty = false;
  };

  base::Status fragment(Way& way) const;
  Status open(Way& way, const DataPath& path);
  Status open_groups(Way& way, const DataPath& path);
  // One copy for each receiver, or for each group.
  transport::Io send_copies(Way& way, const Recipients& recipients, std::uint64_t submitted,
                            const DataHead& head, std::span<const Item> items, Bytes tag,
                            std::size_t bytes);
  // False: some are left.
  static bool send_unsent(Way& way);
  bool read(Which which, const Take& take, const Lost& lost);
  // The numbers of what `sender` sends in this stream. Null: no such stream.
  Sequence* numbers_of(Sender& sender, transport::StreamId stream) const;
  // False: it stays in the port.
  bool accept(Which which, const transport::Arrived& arrived, const Take& take);
  bool look_at_waiting(Which which, std::uint32_t sender, const Take& take);
  void commit(Way& way, std::uint64_t number, NodeSet nodes, std::uint64_t submitted,
              std::span<std::byte> room, const DataHead& head, std::span<const Item> items,
              Bytes tag);
  void keep(Way& way, Sender& sender, std::uint64_t number, std::uint64_t submitted, Bytes message);

  const std::uint32_t self_;
  const std::uint32_t nodes_;
  const std::size_t message_bytes_;
  DataPaths given_;
  std::array<Way, 2> ways_;
  std::size_t waiting_ = 0;  // messages, in all
  Groups groups_;            // of best-effort data
};

}  // namespace orrery::rti
