// What the model keeps for clause 7: who asks for an instance attribute, and what each federate is to be notified of.
#pragma once

#include <cstdint>
#include <list>
#include <set>
#include <string>
#include <utility>

#include "values.hpp"

namespace orrery::rti::testing {

// Has a federate an acquisition of an attribute pending? `perhaps`: it is answered, but the federate has not been notified.
enum class Acquiring : std::uint8_t { no, perhaps, yes };

// An acquisition that is not answered yet.
struct OwnershipRequest {
  int join = unknown;
  bool if_available = false;   // 7.9, otherwise 7.8
  std::set<std::string> tags;  // of 7.8; more than one if the federate has asked again
};

// An instance attribute that is on offer or asked for.
struct OwnershipContest {
  bool negotiating = false;                // its owner has invoked 7.3
  bool on_offer = false;                   // negotiating, or without an owner
  bool offer_is_required = true;           // 7.4: after a divestiture
  int last_owner = unknown;                // who divested it
  std::string offer_tag;                   // of 7.3
  std::set<std::pair<int, int>> eligible;  // joins that may acquire it, by the class that they know
  std::set<int> offered;                   // joins that it was offered to
  std::list<OwnershipRequest> requests;    // in the order of their calls
};

// An ownership callback to come, for one attribute.
struct OwnershipNotice {
  CallbackKind kind = CallbackKind::inform_attribute_ownership;
  int object = unknown;
  int attribute = unknown;
  std::set<std::string> tags = {""};  // it has one of these
  std::set<int> owners = {};          // 7.18: one of these; `unknown`: not owned
  bool mandatory = true;
};

}  // namespace orrery::rti::testing
