// A node of an RTI: it serves the federates of one thread, one or thousands, and has a channel to every other node.
//
// Network    nodes are numbered from 0. Each has a reliable channel to every other node (transport/, any kind; nodes of one
//            process use `thread` channels), and ports beside the channels if data takes another path (data_path.hpp). A
//            message goes once, directly, to each node that has a subscriber. The living node with the lowest number is the
//            sequencer: it puts operations (join, subscribe, register, own ...) in one order for all.
// Threads    a node, its ambassadors and its callbacks belong to one thread. No call locks. Updates and reflections allocate
//            nothing once buffers have grown.
// Progress   is made by evoking, pump(), wait() and services that wait. A thread that calls none of them delays the others:
//            synchronization, grants, and its own messages.
// Callbacks  evoked: queued until the federate evokes. immediate: made by whichever call makes progress.
// Bounds     an update is refused as Congested if a receiver has no room. A federate that does not evoke holds at most
//            `inbox_bytes`; then its node stops taking messages and senders get Congested. Services that submit operations
//            make progress by themselves when many operations are under way; in a callback, where they cannot, and while no
//            sequencer answers, they are Congested in the end (memory_bounds.hpp). Callbacks that no sender can be refused for
//            (discovery, ownership, synchronization) are kept up to a bound; a federate that evokes none until then is lost.
// Joining    a node may join while federations run, in the lowest seat that is still unused (NodeOptions::present, joins;
//            Node::open_seat). The other nodes go on. It gets all federations as they are after one operation. If it fails to
//            join, its federates get connection_lost with the reason; create another node in the next seat. It waits while a
//            federation is saved or restored. Nodes with ports beside their channels take no newcomer.
// Loss       a node that ends or dies is removed with its federates, whichever node it is: the others get federate_lost and
//            go on. Until there is a new sequencer, updates to other nodes are Congested. When the network is cut, the part
//            with more than half of the nodes goes on, or the half with the lowest number. Federates of the other part, and of
//            a node that the others have given up, get connection_lost. A federate that is lost alone gets it too, with the
//            reason; it may connect and join again. No federate is told what those of the part that goes on are not told.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "orrery/base/doorbell.hpp"
#include "orrery/base/wait.hpp"
#include "orrery/rti/basic_node.hpp"
#include "orrery/rti/clock.hpp"
#include "orrery/rti/data_path.hpp"
#include "orrery/rti/federate_ambassador.hpp"
#include "orrery/rti/memory_bounds.hpp"
#include "orrery/rti/rti_ambassador.hpp"
#include "orrery/rti/time_bound.hpp"
#include "orrery/transport/channel.hpp"

namespace orrery::rti {

struct NodeOptions {
  std::uint32_t self = 0;
  std::uint32_t nodes = 1;  // seats, those of nodes that join later included
  // Nodes that are there from the start: seats 0 to present - 1. 0: all.
  std::uint32_t present = 0;
  bool joins = false;  // this node joins others that run
  base::WaitStrategy wait = base::WaitStrategy::adaptive;
  // How long a service waits for other nodes before it fails.
  std::int64_t patience_ns = 10'000'000'000;
  std::size_t inbox_bytes = 64U << 20;
  // At first; Tuning::change_bundling() changes it.
  Bundling bundling = {};
  // At first; Tuning::change_congestion_avoidance() changes it.
  CongestionAvoidance congestion_avoidance = {};
  // minimum_rate repeats the newest value after this time (TransportationType).
  std::int64_t repeat_ns = 1'000'000'000;
  // state_consistent announces the newest value this long after a change.
  std::int64_t digest_ns = 50'000'000;
  // Where saved federations go (save_restore.hpp). Empty: no save is possible.
  std::string save_directory = {};
  std::size_t most_save_bytes = 256U << 20;
  MemoryBounds bounds = {};
  TimeBound time_bound = {};
  // Null: the host's clock (clock.hpp). Otherwise it must outlive the node.
  SimulatedTime* simulated_time = nullptr;
};

class Node : public BasicNode {
 public:
  // `channels[i]` leads to node i (null at `self` and for vacant seats) and rings `bell`. Errors: RTIinternalError, naming the
  // option.
  static Result<std::unique_ptr<Node>> create(
      const NodeOptions& options, std::shared_ptr<base::Doorbell> bell,
      std::vector<std::unique_ptr<transport::Channel>> channels, DataPaths paths = {});
  // Gives the channel to a node that joins (NodeOptions::joins) in a vacant seat. Every node that runs must be given its own, and
  // make progress. Errors: RTIinternalError, naming the seat: it is not vacant, or a newcomer has tried it.
  virtual Status open_seat(std::uint32_t seat, std::unique_ptr<transport::Channel> channel) = 0;
  // Whether this node is one of the federation's nodes. Services of a node that joins wait for that, for `patience_ns` at most.
  [[nodiscard]] virtual bool has_joined() const = 0;
  // 4.2 `federate` must outlive the result. Destroying the result disconnects the federate, which resigns if it is joined.
  virtual std::unique_ptr<RtiAmbassador> connect(FederateAmbassador& federate,
                                                 CallbackModel model) = 0;
  std::unique_ptr<BasicServices> connect_basic(FederateAmbassador& federate) final {
    return connect(federate, CallbackModel::evoked);
  }
};

}  // namespace orrery::rti
