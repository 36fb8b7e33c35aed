// Deletions of objects, at once and in timestamp order (IEEE 1516.1-2010, 6.14, 6.15 and 8.21).
//
// The removal is a message like any other in timestamp order, to the federates that know the object. An operation follows it to
// all nodes, so that a federate which discovers the object until then is sent its removal too. The federate that deletes the object
// knows it and owns it until its own time has come there, and may retract the deletion. When every node has said that its
// federates are beyond the time and that nobody can retract any more, the object ceases to exist.
#pragma once

#include <cstdint>

#include "orrery/rti/basic_node.hpp"

#include "net/net.hpp"
#include "objects/discovery.hpp"

namespace orrery::rti {

class Deletions {
 public:
  Deletions(Net& net, Inboxes& inboxes, Discovery& discovery, NodeCounters& counters)
      : net_(net), inboxes_(inboxes), discovery_(discovery), counters_(counters) {}

  void apply(Federation& federation, const Operation& operation, std::uint32_t origin);
  enum class Name : std::uint8_t { freed, kept };
  // The deleter's own node deletes at once. It keeps the name until the deletion comes in the order of operations, so that an
  // earlier reservation of the name fails here as it does at all other nodes.
  void delete_object(Federation& federation, std::uint64_t object, Name name = Name::freed);
  // As if the producer had sent it: what it had sent before is still seen.
  void queue_removal(const Federation& federation, Local& receiver, std::uint64_t object,
                     std::uint32_t producer);
  // The order of operations has come to a deletion of this node's: its name is free, and it awaits whom it awaits elsewhere.
  void in_order(Federation& federation, const Operation& deletion) const;

  // A node reports that no federate of it is concerned any more; it is lost; or one of its federates is concerned again.
  void passed(Federation& federation, std::uint32_t node, const Operation& operation);
  void await_no_more(Federation& federation, std::uint32_t node);
  void await_again(Federation& federation, std::uint32_t node) const;
  void review(Federation& federation);

  // The federate no longer knows the object, though others still may. Cancels its acquisitions of the object's attributes.
  void leave_object(Federation& federation, Object& object, std::uint64_t serial, Local& local);
  // At a grant: the federate no longer knows objects that it deleted up to its time, unless it can still retract the deletion.
  void leave_deleted(Federation& federation, Local& local);

  // While a regulating federate waits for the next message, the removal of an object that it may still discover bounds what it
  // sends, like a message that is queued. Once the removal would be granted, by `others`, the least time that others may still
  // send, the federate does not discover the object any more, and nothing waits for the removal. Returns true if that is new.
  static bool give_up_discoveries(Federation& federation, Local& local, std::int64_t others);

  // Whether the federate has deleted the object at a time that is still to come.
  [[nodiscard]] static bool deletes_later(const Federation& federation, std::uint64_t object,
                                          std::uint32_t federate);
  // False if the object is to be deleted at a time that the federate has passed, or whose removal it has received.
  [[nodiscard]] static bool may_discover(const Federation& federation, const Object& object,
                                         const Local& local);
  // An object may be deleted several times; the earliest time counts, unless it is retracted.
  static void queue_first_removal(Federation& federation, View& view, std::uint64_t object);

 private:
  void begin(Federation& federation, const Operation& operation);
  void retract(Federation& federation, const Operation& operation);
  void end(Federation& federation, Deletion& deletion);

  Net& net_;
  Inboxes& inboxes_;
  Discovery& discovery_;
  NodeCounters& counters_;
};

}  // namespace orrery::rti
