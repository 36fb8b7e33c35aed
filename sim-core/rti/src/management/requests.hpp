// Interactions to the RTI: requests for reports, adjustments, and services in a federate's name.
//
// They go to all nodes with federates, and are followed at the one that they concern, not within a callback.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "face/error.hpp"
#include "management/managed_objects.hpp"
#include "management/reports.hpp"
#include "net/net.hpp"
#include "objects/discovery.hpp"

namespace orrery::rti {

// What an interaction to the RTI can read and change.
struct Management {
  ManagementPort& port;
  Net& net;
  Federation& federation;
  Discovery& discovery;
  Reports& reports;
  ManagedObjects& objects;
};

// What an interaction class means to the RTI. `local`: the federate that it names.
struct Meaning {
  const char* name;
  Status (*follow)(const Management& rti, Local& local, const Values& values);
  [[nodiscard]] bool is_of_federation() const {
    return std::string_view(name).starts_with("HLAmanager.HLAfederation.");
  }
};
std::span<const Meaning> adjustments();        // HLAadjust
std::span<const Meaning> requested_reports();  // HLArequest
std::span<const Meaning> module_texts();       // likewise, of FOM modules and the MIM
std::span<const Meaning> invoked_services();   // HLAservice
// Is it one that federates may send while the federation is being saved or restored?
bool is_of_saves(const Meaning& meaning);

class Requests {
 public:
  explicit Requests(const Management& rti) : rti_(rti) {}

  void learn_model();  // at first, and when it has grown
  // Is an interaction of the class one to the RTI?
  [[nodiscard]] bool takes(std::uint16_t interaction_class) const {
    return interaction_class < meanings_.size() && meanings_[interaction_class] != nullptr;
  }
  [[nodiscard]] bool takes_in_saves(std::uint16_t interaction_class) const {
    return takes(interaction_class) && is_of_saves(*meanings_[interaction_class]);
  }
  // An interaction that the RTI takes has come.
  void take(const DataHead& head, Bytes message);
  void follow_all();
  void follow_in_save();  // those of saves alone; all else waits

 private:
  struct Taken {
    std::uint16_t interaction_class = 0;
    Values values = {};
    // What is wrong with the federate that it names: of an interaction that a federate of this node has sent, as of then.
    std::optional<Error> wrong = {};
  };
  void follow(const Taken& taken);

  const Management rti_;
  std::vector<const Meaning*> meanings_;  // by interaction class; null: none
  std::deque<Taken> taken_;
};

}  // namespace orrery::rti
