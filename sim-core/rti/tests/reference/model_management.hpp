// What the model keeps for clause 11: what federates count, and what an observer is to be told.
//
// Freedom  when the RTI gets to an interaction that it was sent: until its federate has evoked all, or that to which it was sent, a
//          setting may be the old one or the new one, and a report may be of any moment since it was asked for, and come to
//          who subscribes meanwhile. Of a federate that has resigned meanwhile none need come.
//          An attribute of the RTI's objects may have any value that it had since the observer evoked all.
//          The RTI's objects may be discovered late. Whether reports name HLAprivilegeToDeleteObject, which is published with any
//          other attribute of its class, is open.
//          Objects that have been deleted may count as updated and reflected or not.
#pragma once

#include <list>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "values.hpp"

namespace orrery::rti::testing {

// A setting that the RTI changes when it gets to an interaction: until then, either.
struct ManagedSwitch {
  bool on = false;
  bool changing = false;
  void set(bool to) {
    changing |= on != to;
    on = to;
  }
  [[nodiscard]] std::set<std::string> values() const {
    if (changing) return {"0", "1"};
    return {on ? "1" : "0"};
  }
};

// A service that a federate invoked, or the RTI at it.
struct Invocation {
  std::string service;  // in small letters
  std::string exception = {};
};

// How often, by transportation type and full class name.
using ClassCounts = std::map<int, std::map<std::string, int>>;

// Of a joined federate, since it joined.
struct ManagedFederate {
  ManagedSwitch convey_regions;
  ManagedSwitch convey_producer;
  ManagedSwitch service_reporting;
  ManagedSwitch exception_reporting;
  bool is_logged = false;  // reports of invocations have been asked for
  std::vector<Invocation> invocations;
  std::set<std::string> published;  // interaction classes of the RTI
  int updates = 0;
  int empty_updates = 0;  // without attributes: invoked, but nothing is sent
  int deleted = 0;
  int removed = 0;
  int registered = 0;
  int discovered = 0;
  int reflections = 0;
  int interactions_received = 0;
  int interactions_sent = 0;
  std::set<int> objects_updated;
  std::set<int> objects_reflected;
  ClassCounts updates_by;
  ClassCounts reflections_by;
  ClassCounts sent_by;
  ClassCounts received_by;

  // As the observer of others. Objects: 0 is the federation's, others are joins.
  using Place = std::pair<int, int>;        // object and attribute
  std::map<int, std::set<int>> subscribed;  // by class: attributes
  std::map<int, bool> discoveries;          // of objects: mandatory ones
  std::set<int> known;
  std::set<int> removals;  // to come
  std::map<Place, std::string> told;
  std::map<Place, std::set<std::string>> recent;
  std::set<Place> requested;  // and not told since
  std::set<int> reports;      // subscribed
  struct Answering {
    int report = unknown;
    int target = 0;  // join; 0: the federation
    bool mandatory = true;
    std::vector<std::multiset<std::string>> answers;  // any of these
  };
  std::list<Answering> answering;
  std::map<int, std::set<int>>
      offsets;  // by federate: of a serial number in the list of its invocations
};

}  // namespace orrery::rti::testing
