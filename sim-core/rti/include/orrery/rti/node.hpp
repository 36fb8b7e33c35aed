// A node: one thread's part in the net of an RTI. It has channels to all other nodes, and the federates that
// this thread serves: one, or thousands.
//
// Net       nodes are numbered from 0, and each has a reliable channel to every other (transport/, any kind;
//           nodes of one process use `thread` channels), and ports beside them if data is to go another way
//           (data_path.hpp). Data goes from node to node directly, once to each node that has a subscriber. What must be seen in one order by all (who has joined, subscribed,
//           registered, owns) is ordered by the living node with the least number.
// Threads   node, ambassadors and callbacks belong to one thread. No call locks; updates and reflections do
//           not allocate once buffers have grown.
// Progress  is made in evoke..(), pump() and wait() and in services that wait. A thread that calls none of them
//           for long holds up the others: synchronization, grants, and what it should receive.
// Callbacks evoked: queued until the federate evokes. immediate: made by whatever call makes progress.
// Bounds    an update that a receiver has no room for is refused as Congested. A federate that does not evoke
//           holds `inbox_bytes` at most; then its node stops taking messages, and senders get Congested. Services that
//           all are told of make progress by themselves when much of that is under way; in a callback, where they
//           cannot, and when nobody puts it in order, they are Congested in time (memory_bounds.hpp). Callbacks that nobody
//           could refuse (discoveries, ownership, synchronization ...) are kept up to a bound; a federate that evokes none
//           until then is lost.
// Loss      a node that ends or dies is removed with its federates: the others get federate_lost and go on, whichever
//           it was; until another gives the order, updates to other nodes are Congested. Of a network that is cut
//           the part with more than half of the nodes goes on, or half with the least-numbered; federates of the
//           other part, and of a node that the others have given up, get connection_lost. A federate that is lost alone gets it too,
//           with the reason, and the others get federate_lost; connected anew it may join again.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "orrery/base/doorbell.hpp"
#include "orrery/base/wait.hpp"
#include "orrery/rti/basic_node.hpp"
#include "orrery/rti/data_path.hpp"
#include "orrery/rti/federate_ambassador.hpp"
#include "orrery/rti/memory_bounds.hpp"
#include "orrery/rti/rti_ambassador.hpp"
#include "orrery/transport/channel.hpp"

namespace orrery::rti {

struct NodeOptions {
  std::uint32_t self = 0;
  std::uint32_t nodes = 1;
  base::WaitStrategy wait = base::WaitStrategy::adaptive;
  std::int64_t patience_ns = 10'000'000'000;  // of services that wait for other nodes
  std::size_t inbox_bytes = 64U << 20;
  Bundling bundling = {};  // at first; tuning.hpp
  // Of transportations (object_model.hpp): minimum_rate repeats after so long, state_consistent says so long after a change
  // what the newest is.
  std::int64_t repeat_ns = 1'000'000'000;
  std::int64_t digest_ns = 50'000'000;
  std::string save_directory =
      {};  // of saved federations (save_restore.hpp); empty: none can be saved
  std::size_t most_save_bytes = 256U << 20;
  MemoryBounds bounds = {};
};

class Node : public BasicNode {
 public:
  // `channels[i]` leads to node i (null at `self`), with this doorbell. Errors: RTIinternalError.
  static Result<std::unique_ptr<Node>> create(
      const NodeOptions& options, std::shared_ptr<base::Doorbell> bell,
      std::vector<std::unique_ptr<transport::Channel>> channels, DataPaths paths = {});
  // The standard's connect. The federate's ambassador is borrowed; destroy the result to disconnect, which
  // resigns if need be.
  virtual std::unique_ptr<RtiAmbassador> connect(FederateAmbassador& federate,
                                                 CallbackModel model) = 0;
  std::unique_ptr<BasicServices> connect_basic(FederateAmbassador& federate) final {
    return connect(federate, CallbackModel::evoked);
  }
};

}  // namespace orrery::rti
