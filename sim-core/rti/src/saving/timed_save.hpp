// A save that is to be at a logical time, from its request until it begins. Pure. Contract: save_restore.hpp.
//
// Until then no constrained federate gets what is later than that time (limit()). When all constrained federates of a
// node have reached the time, Snapshots says so in an operation; when all nodes have, the save begins, at the same place in the order of operations everywhere.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "time/time_rules.hpp"
#include "wire/sets.hpp"

namespace orrery::rti {

class TimedSave {
 public:
  struct Request {
    std::string label;
    std::int64_t time = 0;
    std::uint64_t attempt = 0;
    std::uint32_t requester = 0;
  };

  // By a federate of this node: the limit holds at once, so that none of its neighbours goes beyond before all know.
  void ask(const Request& request);
  void known(std::uint64_t attempt);  // its operation has come
  // Drops the federate's requests whose operation will not come any more.
  void forget_requests(std::uint32_t federate);

  // What was pending is replaced.
  void request(Request request, NodeSet nodes);
  void drop();
  [[nodiscard]] bool pending() const { return nodes_ != 0; }
  [[nodiscard]] const Request& requested() const { return request_; }
  [[nodiscard]] NodeSet awaited() const { return nodes_; }
  [[nodiscard]] bool waits_for(std::uint32_t node) const { return (nodes_ & only(node)) != 0; }
  // All constrained federates of the node are there, or it is lost. True: it was the last one waited for.
  bool arrived(std::uint32_t node);
  // A federate of it is constrained from now on.
  void wait_again(std::uint32_t node);

  [[nodiscard]] std::int64_t limit() const { return limit_; }  // `never`: none

 private:
  void find_limit();

  Request request_;
  NodeSet nodes_ = 0;           // that have not arrived
  std::vector<Request> asked_;  // not yet known to all
  std::int64_t limit_ = never;
};

}  // namespace orrery::rti
