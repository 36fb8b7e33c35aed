// What all nodes must see in one order: joining, declarations, registrations and the like.
//
// Every node applies the same operations in the same order to the same state, so all are of one mind about
// who is there and what is whose.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "orrery/rti/types.hpp"

namespace orrery::rti {

enum class OperationKind : std::uint8_t {
  create = 1,           // text: name; texts: designator, source, ...; flag: create_.._bit
  destroy,              // text: name
  join,                 // text: federation; texts: name, type, then modules as in create
  resign,               // flag: the action
  node_lost,            // number: node
  register_point,       // text: label; tag; items: federates, or none: all
  achieve_point,        // text: label; flag: success
  publish,              // of; items: attributes
  unpublish,            // of; items: attributes
  subscribe,            // of; items: attributes; flag: active; number: update rate, from 1; 0: none
  unsubscribe,          // of; items: attributes
  publish_interaction,  // of; flag: published, or no more
  subscribe_interaction,  // of; flag: 0 no more, 1 active, 2 passive
  reserve_names,          // texts; flag 1: as a set, all or none
  release_names,          // texts
  register_object,        // object; of; text: name; tag: pairs of attributes and regions
  delete_object,          // object; flag: DeletionStep; tag: the removal; number: its serial
  time_switches,      // flag: bit 0 regulating, bit 1 constrained; number: lookahead; object: time
  divest,             // object; items: attributes; flag: Divestiture; tag
  divest_objects,     // items: attributes; tag: objects, in which what is owned of them is divested
  acquire,            // object; items: attributes; flag: Acquisition; tag
  commit_regions,     // tag: regions with their dimensions and ranges
  delete_region,      // object: region
  associate,          // object; tag: pairs; flag: 1, or 0 no more
  subscribe_regions,  // of; tag: pairs; flag: 0 no more, 1 active, 2 passive; number: update rate
  subscribe_interaction_regions,  // of; tag: pairs, attributes 0; flag as above
  request_save,  // text: label; object: of this attempt, which is the save's number; flag 1: number is a time
  request_restore,  // text: label; object: of this attempt
  snapshot_step,    // flag: SnapshotStep
  snapshot_ready,   // of a node; object: the attempt; flag: done; number: the save's; text: why not
  change_attribute_transportation,    // object; items: attributes; flag: type; number: which change
  change_interaction_transportation,  // of; flag: type; number: which change of the federate
  save_time_reached,  // of a node; object: the attempt; flag: by its constrained federates, or 0: passed
  federate_lost,     // of its node, which goes on; text: name; texts: why
  deletions_passed,  // of a node; tag: objects and the serials of their removals, 8 bytes each
  automatic_resign,  // flag: ResignAction
  set_auto_provide,  // flag: on
  set_owner,         // object; items: attribute; flag: the federate owns it, or does not any more
  announce_classes,  // tag: objects (8) and their known classes (2); number: operations applied before
  node_joined,       // number: node. Its origin sends the node the state
};
inline constexpr auto last_operation = OperationKind::node_joined;

// Of create: the time representation, and whether the first module is the MIM.
inline constexpr std::uint8_t create_time_bit = 1;
inline constexpr std::uint8_t create_mim_bit = 2;

enum class DeletionStep : std::uint8_t { at_once, at_time, retracted };

enum class Divestiture : std::uint8_t { unconditional, negotiated, confirmed, cancelled, denied };
enum class Acquisition : std::uint8_t { wanted, if_available, cancelled };

struct Operation {
  OperationKind kind = OperationKind::create;
  std::uint8_t flag = 0;
  std::uint16_t class_handle = 0;
  std::uint32_t federation = 0;
  std::uint32_t federate = 0;
  std::uint64_t object = 0;
  std::int64_t number = 0;
  std::string text = {};
  std::vector<std::byte> tag = {};
  std::vector<std::uint32_t> items = {};
  std::vector<std::string> texts = {};
};

// To submit an operation, which cannot be refused any more. A federate's service gets one by Ambassador::may_submit(), which
// bounds the memory that its operations may take, so that no service can forget to ask.
class SubmitPermit {
 public:
  // What the RTI says itself, a bounded number of times for what was said to it; and services that wait for their operation.
  static SubmitPermit of_the_rti() { return {}; }

 private:
  friend class Ambassador;
  SubmitPermit() = default;
};

// An attribute and one of its regions.
struct AttributeRegion {
  std::uint16_t attribute = 0;
  std::uint64_t region = 0;
};
std::vector<std::byte> encode(std::span<const AttributeRegion> pairs);
std::optional<std::vector<AttributeRegion>> decode_pairs(Bytes bytes);

// Is it of that kind, if it is any? Quicker than to decode it.
inline bool says(Bytes bytes, OperationKind kind) {
  return !bytes.empty() && bytes.front() == static_cast<std::byte>(kind);
}
void encode(const Operation& operation, std::vector<std::byte>& out);  // appended
std::optional<Operation> decode(Bytes bytes);                          // nothing: it is none

}  // namespace orrery::rti
