// The RTI's objects: one for the federation, one for each federate.
//
// All nodes make them as they apply creation and joins, so nobody is asked; the node of a federate sends the values of
// its object, the least node with federates those of the federation's. What is to be sent waits, the newest value of
// each attribute, until receivers have room.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "management/management_port.hpp"
#include "management/reports.hpp"
#include "management/values.hpp"
#include "objects/discovery.hpp"

namespace orrery::rti {

class ManagedObjects {
 public:
  ManagedObjects(ManagementPort& port, Discovery& discovery, Reports& reports,
                 Federation& federation, std::uint32_t self)
      : port_(port),
        discovery_(discovery),
        reports_(reports),
        federation_(federation),
        self_(self) {}

  void learn_model();  // at first, and when it has grown
  void add_federation_object();
  void add_federate_object(const Member& member);
  void restored();  // regions and members are those of the save

  // The nodes that speak for an object: one, or none.
  [[nodiscard]] NodeSet speaker(std::uint64_t object) const;
  [[nodiscard]] bool speaks_for(std::uint64_t object) const {
    return (speaker(object) & only(self_)) != 0;
  }
  // Values are to be sent, if this node speaks for the object.
  void want(std::uint64_t object, const AttributeSet& attributes);
  void change_of_members() { want_of_federation({"HLAfederatesInFederation"}); }
  void change_of_model() { want_of_federation({"HLAFOMmoduleDesignatorList", "HLAcurrentFDD"}); }
  void change_of_save() {
    want_of_federation(
        {"HLAlastSaveName", "HLAlastSaveTime", "HLAnextSaveName", "HLAnextSaveTime"});
  }
  // Whoever subscribes gets the present values.
  void subscribed(std::uint16_t object_class, const AttributeSet& attributes);
  // Sends the federate's periodic attributes every `period_ns`; 0: no more.
  void set_period(Local& local, std::int64_t period_ns);
  [[nodiscard]] std::int64_t next_ns() const;  // when some are due next

  // Wants what has changed of conditional attributes, and periodic ones that are due.
  void review();
  // Sends what has room. Not within a callback.
  void send();

 private:
  [[nodiscard]] bool is_watched(std::uint16_t object_class) const;
  void review_conditions(Local& local);
  void want_of_federation(const std::vector<std::string>& attributes);
  void add_object(std::uint64_t handle, std::uint16_t object_class, std::string name);
  // The region in which the RTI tells of the federate: its handle, in dimension HLAfederate.
  void make_region(std::uint32_t federate);
  bool send_value(std::uint64_t handle, const AttributeSet& attributes);
  Status send_items(Object& object, std::span<const Item> items, Local* local);
  void restart_durations(Object& object, std::span<const Item> items, Local& local);

  ManagementPort& port_;
  Discovery& discovery_;
  Reports& reports_;
  Federation& federation_;
  const std::uint32_t self_;
  std::uint16_t federation_class_ = 0;
  std::uint16_t federate_class_ = 0;
  std::vector<Value (*)(const Federation&)> federation_attributes_;  // by attribute
  std::vector<Value (*)(const Joined&)> federate_attributes_;        // by attribute
  AttributeSet periodic_attributes_;                                 // of a federate
  std::uint64_t watched_of_ = 0;        // the declarations as of which it is known whether
  bool is_federate_watched_ = false;    // a federate subscribes to the federate objects' attributes
  bool is_federation_watched_ = false;  // and to those of the federation object
  bool told_auto_provide_ = false;
  bool periodic_ = false;  // somebody has asked for reports in intervals
  std::map<std::uint64_t, AttributeSet> due_;
};

}  // namespace orrery::rti
