// A federate of a faulty history, and what the RTI has told it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "orrery/rti/federate_ambassador.hpp"
#include "orrery/rti/rti_ambassador.hpp"

namespace orrery::rti::testing {

struct SimulatedFederate final : FederateAmbassador {
  std::size_t node = 0;
  std::string name;
  std::unique_ptr<RtiAmbassador> rti;
  bool joined = false;
  bool is_lost = false;
  bool regulating = false;
  bool constrained = false;
  double time = 0;
  bool advancing = false;
  std::vector<ObjectInstanceHandle> objects;  // that it knows
  std::set<std::string> to_achieve;
  std::set<std::string> synchronized_at;
  // Of a save or restore.
  bool must_save = false;
  bool must_restore = false;
  std::optional<bool> saved;
  std::optional<bool> restored;
  bool is_stale = false;  // it has been restored, and knows only its name

  void forget() {
    joined = regulating = constrained = advancing = must_save = must_restore = false;
    time = 0;
    objects.clear();
    to_achieve.clear();
  }

  void connection_lost(const std::string&) override { is_lost = true; }
  void announce_synchronization_point(const std::string& label, Bytes) override {
    to_achieve.insert(label);
  }
  void federation_synchronized(const std::string& label, std::span<const FederateHandle>) override {
    synchronized_at.insert(label);
  }
  void initiate_federate_save(const std::string&) override {
    must_save = true;
    saved.reset();
  }
  void federation_saved() override { saved = true; }
  void federation_not_saved(SaveFailure) override { saved = false; }
  void request_federation_restore_failed(const std::string&, const std::string&) override {
    restored = false;
  }
  void initiate_federate_restore(const std::string&, const std::string&, FederateHandle) override {
    must_restore = true;
  }
  void federation_restored() override { restored = is_stale = true; }
  // The RTI's state may be that of the save.
  void federation_not_restored(RestoreFailure) override {
    restored = false;
    is_stale = true;
  }
  void discover_object_instance(ObjectInstanceHandle object, ObjectClassHandle, const std::string&,
                                FederateHandle) override {
    objects.push_back(object);
  }
  void remove_object_instance(ObjectInstanceHandle object, Bytes, const Delivery&) override {
    std::erase(objects, object);
  }
  void time_regulation_enabled(LogicalTime at) override {
    regulating = true;
    time = to_float64(at);
  }
  void time_constrained_enabled(LogicalTime at) override {
    constrained = true;
    time = to_float64(at);
  }
  void time_advance_grant(LogicalTime at) override {
    advancing = false;
    time = to_float64(at);
  }
};

}  // namespace orrery::rti::testing
