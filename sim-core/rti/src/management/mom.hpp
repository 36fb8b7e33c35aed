// The management object model (IEEE 1516.1-2010, clause 11): the RTI as a participant of its own federation.
//
// Its objects are the RTI's: one for the federation, one for each federate. All nodes make them as they apply
// creation and joins, so nobody is asked; the node of a federate sends the values of its object, the least node
// with federates those of the federation's. What is to be sent waits, the newest value of each attribute,
// until receivers have room; reports wait in a queue that drops the oldest (NodeCounters::reports_dropped).
// Interactions to the RTI go to all nodes with federates, and are followed at the one that they concern.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "orrery/rti/node.hpp"

#include "face/error.hpp"
#include "federation/federation.hpp"
#include "net/net.hpp"
#include "objects/discovery.hpp"

namespace orrery::rti {

// A service that a federate has invoked, or the RTI at it; arguments as texts.
struct ServiceInvocation {
  const char* service = "";
  const char* clause = "";  // of IEEE 1516.1-2010: "6.10"
  std::vector<std::string> supplied = {};
  std::vector<std::string> returned = {};
  const Error* error = nullptr;  // none
};

class Mom {
 public:
  // What the RTI does for its own participant.
  class Owner {
   public:
    virtual ~Owner() = default;
    virtual void refresh_routes(Federation& federation) = 0;
    virtual NodeSet attribute_nodes(Federation& federation, Object& object,
                                    std::span<const Item> items) = 0;
    virtual NodeSet interaction_nodes(Federation& federation, std::uint16_t interaction_class,
                                      std::span<const RegionId> regions) = 0;
    // Errors: Congested; RTIinternalError if the message is too large.
    virtual Status send_as_rti(Federation& federation, DataHead& head, std::span<const Item> items,
                               NodeSet nodes) = 0;
    virtual void count_dropped_report() = 0;
    [[nodiscard]] virtual const NodeCounters& counters() const = 0;
  };

  Mom(Owner& owner, Discovery& discovery, Net& net, Federation& federation)
      : owner_(owner), discovery_(discovery), net_(net), federation_(federation) {}

  void learn_model();  // at first, and when it has grown
  void add_federation_object();
  void add_federate_object(const Member& member);
  void change_of_members();
  void change_of_model();
  void change_of_save();
  void restored();  // regions and members are those of the save
  void subscribed(std::uint16_t object_class, const AttributeSet& attributes);

  // Values that somebody asks for, of an object that this node speaks for.
  void want(std::uint64_t object, const AttributeSet& attributes);
  [[nodiscard]] NodeSet speaker(std::uint64_t object) const;
  // Is an interaction of the class one to the RTI?
  [[nodiscard]] bool takes(std::uint16_t interaction_class) const {
    return interaction_class < orders_.size() && orders_[interaction_class] != nullptr;
  }
  // Is it of those that federates may send while the federation is being saved or restored?
  [[nodiscard]] bool takes_in_saves(std::uint16_t interaction_class) const {
    return takes(interaction_class) && orders_[interaction_class]->is_of_saves();
  }
  void take(const DataHead& head, Bytes message);
  void report_lost(std::uint32_t federate, const std::string& name, const std::string& why);
  // Of a federate of which services or exceptions are to be reported.
  void report_service(Local& local, const ServiceInvocation& invocation);
  [[nodiscard]] bool is_service_report(std::uint16_t interaction_class) const {
    return interaction_class == service_report_;
  }
  [[nodiscard]] bool may_be_service_report(
      InteractionClassHandle interaction_class) const;  // or what is above it
  void work();                                 // what is due and has room; not within a callback
  void work_in_save();                         // those of saves alone; all else waits
  [[nodiscard]] std::int64_t next_ns() const;  // when something is due next

 private:
  using Values = std::map<std::string, std::vector<std::byte>>;  // of parameters, by name
  struct Order {
    const char* name;
    Status (Mom::*follow)(Local&, const Values&);
  };
  struct Service {
    const char* name;
    Status (*call)(Mom&, Local&, const Values&);
  };
  // What an interaction class means to the RTI: a request or adjustment, or a service.
  struct Meaning {
    const Order* order = nullptr;
    const Service* service = nullptr;
    [[nodiscard]] bool is_of_saves() const;
    [[nodiscard]] bool is_of_federation() const;
  };
  using FederateValue = std::vector<std::byte> (*)(const Mom&, const Member&, const Local&);
  using FederationValue = std::vector<std::byte> (*)(const Mom&);
  struct Taken {
    std::uint16_t interaction_class = 0;
    Values values = {};
    // What is wrong with the federate that it names: of an interaction that a federate of this node has sent, as of then.
    std::optional<Error> wrong = {};
  };
  struct Report {
    std::uint16_t interaction_class = 0;
    std::vector<std::pair<std::uint16_t, std::vector<std::byte>>> values;
    std::uint32_t federate = 0;          // that it is about; 0: none
    std::vector<std::byte> region = {};  // of the federate, as its message carries it
  };

  static const std::vector<std::pair<const char*, FederateValue>>& federate_values();
  static const std::vector<std::pair<const char*, FederationValue>>& federation_values();
  static const std::vector<Order>& requests();
  static const std::vector<Service>& services();

  void review_conditions();
  [[nodiscard]] bool is_watched(std::uint16_t object_class) const;
  [[nodiscard]] std::string max_update_rate(const Subscription& subscription) const;
  void refuse_size(const std::string& item, const Error& why);
  void add_object(std::uint64_t handle, std::uint16_t object_class, std::string name);
  [[nodiscard]] Local* local_named(const Values& values) const;
  void follow(const Taken& taken);
  void send_values();
  void restart_durations(Object& object, std::span<const Item> items, Local& local);
  bool send_value(std::uint64_t handle, const AttributeSet& attributes);
  Status send_items(Object& object, std::span<const Item> items);
  void send_reports();
  // The region in which the RTI tells of the federate: its handle, in dimension HLAfederate.
  void make_region(std::uint32_t federate);
  // The federate's range of dimension HLAfederate, and that of the group in HLAserviceGroup; all else is full.
  [[nodiscard]] group::Region region_of(std::uint32_t federate,
                                        std::optional<ServiceGroup> group = {}) const;
  // `federate` 0: of the federation. `group`: of the service that it is about.
  void report(const char* name, std::uint32_t federate, const Values& values,
              std::optional<ServiceGroup> group = {});
  void refuse(const Local& federate, const std::string& service, const Error& error);

  // In management/adjustments.cpp.
  Status set_timing(Local& local, const Values& values);
  Status set_switches(Local& local, const Values& values);
  Status set_federation_switches(Local& local, const Values& values);
  Status modify_attribute_state(Local& local, const Values& values);
  // In management/modules.cpp. `federate` 0: of the federation.
  Status report_module(const char* name, std::uint32_t federate, const Values& values,
                       std::span<const std::string> designators);
  Status report_federate_module(Local& local, const Values& values);
  Status report_federation_module(Local& local, const Values& values);
  Status report_mim(Local& local, const Values& values);
  // In management/service_reports.cpp.
  Status set_service_reporting(Local& local, const Values& values);
  Status set_exception_reporting(Local& local, const Values& values);
  // Requests, in management/reports.cpp.
  Status report_publications(Local& local, const Values& values);
  Status report_subscriptions(Local& local, const Values& values);
  Status report_deletable(Local& local, const Values& values);
  Status report_updated(Local& local, const Values& values);
  Status report_reflected(Local& local, const Values& values);
  Status report_updates_sent(Local& local, const Values& values);
  Status report_interactions_sent(Local& local, const Values& values);
  Status report_reflections_received(Local& local, const Values& values);
  Status report_interactions_received(Local& local, const Values& values);
  Status report_object(Local& local, const Values& values);
  Status report_data_paths(Local& local, const Values& values);
  Status report_points(Local& local, const Values& values);
  Status report_point(Local& local, const Values& values);
  Status report_tally(const char* report_name, const char* parameter, const Local& local,
                      const Tally& tally);
  Status report_instances(const char* report_name, const Local& local,
                          const std::map<std::uint16_t, std::int32_t>& counts);

  Owner& owner_;
  Discovery& discovery_;
  Net& net_;
  Federation& federation_;
  std::uint16_t federation_class_ = 0;
  std::uint16_t federate_class_ = 0;
  std::uint16_t service_report_ = 0;                    // its interaction class
  std::vector<FederateValue> federate_attributes_;      // by attribute
  AttributeSet periodic_attributes_;                    // of a federate
  std::vector<FederationValue> federation_attributes_;  // by attribute
  std::vector<const Meaning*> orders_;                  // by interaction class; null: none
  std::vector<Meaning> meanings_;
  std::uint64_t watched_of_ = 0;  // the declarations as of which it is known whether
  bool is_federate_watched_ =
      false;  // a federate subscribes to the attributes of this node's federate objects,
  bool is_federation_watched_ = false;  // and to those of the federation object
  bool told_auto_provide_ = false;
  bool periodic_ = false;  // somebody has asked for reports in intervals
  std::map<std::uint64_t, AttributeSet> due_;
  std::deque<Taken> taken_;
  std::deque<Report> reports_;
};

}  // namespace orrery::rti
