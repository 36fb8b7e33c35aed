// Federates a to f for the checks of this folder. What a federate is told must not depend on the placement.
#pragma once

#include "staged/staged.hpp"

namespace orrery::rti::testing::staged {

// Writes down more of a message, if `detailed`.
class PlacedFed : public Fed {
 public:
  using Fed::Fed;
  bool detailed = false;
  bool integers = false;  // times are HLAinteger64Time
  std::map<std::string, std::size_t> sizes;
  std::vector<std::optional<MessageRetractionHandle>> handles;  // of the messages, if `detailed`

  void reflect_attribute_values(ObjectInstanceHandle o, std::span<const AttributeValue> values,
                                Bytes tag, const Delivery& d) override {
    const std::size_t before = log.size();
    Fed::reflect_attribute_values(o, values, tag, d);
    more(before, d);
  }
  void receive_interaction(InteractionClassHandle of, std::span<const ParameterValue> values,
                           Bytes tag, const Delivery& d) override {
    const std::size_t before = log.size();
    Fed::receive_interaction(of, values, tag, d);
    more(before, d);
  }
  void remove_object_instance(ObjectInstanceHandle o, Bytes tag, const Delivery& d) override {
    const std::size_t before = log.size();
    Fed::remove_object_instance(o, tag, d);
    more(before, d);
  }
  void time_regulation_enabled(LogicalTime t) override {
    integers ? whole("regulating", t) : Fed::time_regulation_enabled(t);
  }
  void time_constrained_enabled(LogicalTime t) override {
    integers ? whole("constrained", t) : Fed::time_constrained_enabled(t);
  }
  void time_advance_grant(LogicalTime t) override {
    integers ? whole("grant", t) : Fed::time_advance_grant(t);
  }

 private:
  void whole(const std::string& word, LogicalTime t) {
    log.push_back(word + " " + std::to_string(t.value));
  }
  void more(std::size_t before, const Delivery& d) {
    if (log.size() == before) return;
    if (integers) {
      std::string& line = log[before];
      if (const auto at = line.find(" @"); at != std::string::npos) {
        line = line.substr(0, at) + " @" + std::to_string(d.time->value) +
               (d.received == OrderType::receive ? " ro" : "");
      }
    }
    if (!detailed) return;
    const auto word = [](OrderType type) { return type == OrderType::timestamp ? "T" : "R"; };
    log[before] +=
        std::string(" ") + word(d.sent) + word(d.received) + " " +
        (d.transportation == TransportationType::best_effort ? "besteffort" : "reliable") +
        (d.retraction ? " handle" : "");
    handles.push_back(d.retraction);
  }
};

inline const std::vector<Places>& placed_evoked() {
  static const std::vector<Places> all{{"AllOnOne", {0, 0, 0, 0, 0, 0}},
                                       {"Spread", {0, 1, 2, 0, 1, 2}},
                                       {"Pairs", {2, 2, 1, 1, 0, 0}},
                                       {"TwoNodes", {1, 0, 0, 1, 1, 0}}};
  return all;
}
inline const std::vector<Places>& placed_all() {
  static const std::vector<Places> all = [] {
    auto made = placed_evoked();
    made.push_back({"AllOnOneImmediate", {0, 0, 0, 0, 0, 0}, CallbackModel::immediate});
    made.push_back({"MixedImmediate", {1, 2, 0, 0, 2, 1}, CallbackModel::immediate});
    return made;
  }();
  return all;
}

class PlacedStage : public Stage<PlacedFed> {
 public:
  void open(const Places& places, std::size_t joined, bool provides = false,
            TimeRepresentation time = TimeRepresentation::float64) {
    Stage::open(places, joined, provides, time);
    for (auto& each : feds) each->integers = time == TimeRepresentation::integer64;
  }
};

// Four federates have joined; advisories about classes and interactions are off.
class PlacedWorld : public ::testing::TestWithParam<Places>, public PlacedStage {
 protected:
  virtual std::size_t joined() const { return 4; }
  virtual bool provides() const { return false; }
  virtual TimeRepresentation time() const { return TimeRepresentation::float64; }
  virtual bool advised() const { return false; }
  virtual void begin() {}
  void SetUp() override {
    open(GetParam(), joined(), provides(), time());
    if (!advised()) hush();
    begin();
  }
  void TearDown() override { close(); }
};

}  // namespace orrery::rti::testing::staged

#define PLACED_SUITE(suite) \
  INSTANTIATE_TEST_SUITE_P(All, suite, ::testing::ValuesIn(placed_all()), places_name)
#define PLACED_EVOKED_SUITE(suite) \
  INSTANTIATE_TEST_SUITE_P(All, suite, ::testing::ValuesIn(placed_evoked()), places_name)
