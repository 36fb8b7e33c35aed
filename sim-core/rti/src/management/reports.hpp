// The interactions that the RTI sends. They wait until receivers have room; the oldest are dropped and counted
// (NodeCounters::reports_dropped).
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "orrery/rti/rti_ambassador.hpp"

#include "management/management_port.hpp"

namespace orrery::rti {

inline constexpr std::size_t most_waiting = 4096;  // reports; interactions to the RTI

using Values = std::map<std::string, std::vector<std::byte>>;  // of parameters, by name

// The federate's range of dimension HLAfederate, and that of the group in HLAserviceGroup; all else is full.
group::Region ranges_of(const ObjectModel& model, std::uint32_t federate,
                        std::optional<ServiceGroup> group = {});

class Reports {
 public:
  Reports(ManagementPort& port, Federation& federation) : port_(port), federation_(federation) {}

  // `federate`: which it is about; 0: the federation. `group`: of the service that it is about.
  void add(const char* name, std::uint32_t federate, const Values& values,
           std::optional<ServiceGroup> group = {});
  void add(const std::string& name, std::uint32_t federate, const Values& values) {
    add(name.c_str(), federate, values);
  }
  // HLAreportMOMexception (11.4). `federate` 0: it names none that is joined. `of_parameter`: what the interaction carries is
  // wrong, not that the service was invoked.
  void refuse(std::uint32_t federate, const std::string& service, const Error& why,
              bool of_parameter);
  // A value that no message between nodes can carry.
  void refuse_size(const std::string& item, const Error& why);
  void count_dropped() { port_.count_dropped_report(); }
  // Sends what has room. Not within a callback.
  void send();

 private:
  struct Report {
    std::uint16_t interaction_class = 0;
    std::vector<std::pair<std::uint16_t, std::vector<std::byte>>> values;
    std::uint32_t federate = 0;          // that it is about; 0: none
    std::vector<std::byte> region = {};  // of the federate, as its message carries it
  };

  ManagementPort& port_;
  Federation& federation_;
  std::deque<Report> reports_;
};

}  // namespace orrery::rti
