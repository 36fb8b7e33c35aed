// The management object model (IEEE 1516.1-2010, clause 11): the RTI as a participant of its own federation.
#pragma once

#include <string>

#include "orrery/rti/encoding.hpp"

#include "management/managed_objects.hpp"
#include "management/reports.hpp"
#include "management/requests.hpp"

namespace orrery::rti {

class Mom {
 public:
  using Owner = ManagementPort;
  Mom(Owner& owner, Discovery& discovery, Net& net, Federation& federation)
      : reports_(owner, federation),
        objects_(owner, discovery, reports_, federation, net.self()),
        requests_({owner, net, federation, discovery, reports_, objects_}) {}

  void learn_model() {  // at first, and when it has grown
    objects_.learn_model();
    requests_.learn_model();
  }
  // By the node that speaks for the federation; the federate's logical time is known to its node alone.
  void report_lost(std::uint32_t federate, const std::string& name, const std::string& why) {
    if (!objects_.speaks_for(federation_object)) return;
    reports_.add("HLAmanager.HLAfederate.HLAreport.HLAreportFederateLost", federate,
                 {{"HLAfederateName", Encoder().unicode(name).take()},
                  {"HLAtimeStamp", Encoder().opaque({}).take()},
                  {"HLAfaultDescription", Encoder().unicode(why).take()}});
  }
  // Does what is due and has room. Not within a callback.
  void work() {
    objects_.review();
    requests_.follow_all();
    objects_.send();
    reports_.send();
  }

  ManagedObjects& objects() { return objects_; }
  Reports& reports() { return reports_; }
  Requests& requests() { return requests_; }

 private:
  Reports reports_;
  ManagedObjects objects_;
  Requests requests_;
};

}  // namespace orrery::rti
