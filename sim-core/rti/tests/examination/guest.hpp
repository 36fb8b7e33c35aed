// A stage for the checks of guest_*_test.cpp: federates a to f, placed on nodes as the check says. What a federate is told must
// not depend on the placement.
#pragma once

#include "stranger.hpp"

namespace orrery::rti::testing::stranger {

// Writes down more of a message, if `detailed`.
class GuestFed : public Fed {
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

struct GuestPlaces {
  std::string name;
  std::vector<std::uint32_t> places;  // the nodes of federates a, b, c ...
  CallbackModel model = CallbackModel::evoked;
};
inline void PrintTo(const GuestPlaces& places, std::ostream* out) { *out << places.name; }
inline std::string guest_name(const ::testing::TestParamInfo<GuestPlaces>& info) {
  return info.param.name;
}
inline const std::vector<GuestPlaces>& guest_evoked() {
  static const std::vector<GuestPlaces> all{{"AllOnOne", {0, 0, 0, 0, 0, 0}},
                                            {"Spread", {0, 1, 2, 0, 1, 2}},
                                            {"Pairs", {2, 2, 1, 1, 0, 0}},
                                            {"TwoNodes", {1, 0, 0, 1, 1, 0}}};
  return all;
}
inline const std::vector<GuestPlaces>& guest_all() {
  static const std::vector<GuestPlaces> all = [] {
    auto made = guest_evoked();
    made.push_back({"AllOnOneImmediate", {0, 0, 0, 0, 0, 0}, CallbackModel::immediate});
    made.push_back({"MixedImmediate", {1, 2, 0, 0, 2, 1}, CallbackModel::immediate});
    return made;
  }();
  return all;
}

class GuestStage {
 public:
  GuestStage() = default;
  GuestStage(const GuestStage&) = delete;
  GuestStage& operator=(const GuestStage&) = delete;
  ~GuestStage() { close(); }

  GuestFed& a() { return *feds.at(0); }
  GuestFed& b() { return *feds.at(1); }
  GuestFed& c() { return *feds.at(2); }
  GuestFed& d() { return *feds.at(3); }
  GuestFed& e() { return *feds.at(4); }
  GuestFed& f() { return *feds.at(5); }

  void open(const GuestPlaces& at, std::size_t joined, bool provides = false,
            TimeRepresentation time = TimeRepresentation::float64) {
    placed = at;
    represented = time;
    static std::atomic<int> number_of{0};
    directory = (std::filesystem::temp_directory_path() /
                 ("guest-" + std::to_string(::getpid()) + "-" + std::to_string(number_of++)))
                    .string();
    std::filesystem::create_directories(directory);
    make_nodes();
    static const char* const names[] = {"a", "b", "c", "d", "e", "f"};
    for (std::size_t i = 0; i < joined; ++i) connect(names[i]);
    FomModule module = *parse_fom(fom_text(provides), "stranger");
    ASSERT_EQ(
        outcome(wait_for<Status>(
            a().node, [&] { return a().rti->create_federation_execution("F", {module}, time); })),
        "ok");
    for (auto& each : feds) ASSERT_EQ(outcome(join(*each)), "ok");
    skip();
  }
  void close() {
    for (auto& each : feds) {
      each->when.clear();
      Fed* fed = each.get();
      wait_for<int>(fed->node, [fed] {
        fed->rti.reset();
        return 0;
      });
    }
    feds.clear();
    nodes.clear();
    if (!directory.empty()) std::filesystem::remove_all(directory);
  }
  GuestFed& connect(const std::string& name) {
    const std::uint32_t at = placed.places.at(feds.size() % placed.places.size());
    feds.push_back(std::make_unique<GuestFed>(name, at, placed.model, labels));
    feds.back()->integers = represented == TimeRepresentation::integer64;
    feds.back()->rti = nodes[at]->connect(*feds.back(), placed.model);
    return *feds.back();
  }
  Status join(Fed& fed) {
    auto result = wait_for<Result<FederateHandle>>(fed.node, [&] {
      return fed.rti->join_federation_execution(fed.name, "type-" + fed.name, "F");
    });
    if (!result) return result.error();
    fed.handle = *result;
    fed.joined = true;
    fed.objects.clear();
    fed.texts.clear();
    labels.federate_of_handle[fed.handle.value] = fed.name;
    return {};
  }
  GuestFed& enter(const std::string& name) {
    GuestFed& fed = connect(name);
    EXPECT_EQ(outcome(join(fed)), "ok");
    return fed;
  }
  Status resign(Fed& fed, ResignAction action = ResignAction::cancel_then_delete_then_divest) {
    auto result =
        wait_for<Status>(fed.node, [&] { return fed.rti->resign_federation_execution(action); });
    if (result) fed.joined = false;
    return result;
  }
  template <class R, class F>
  R wait_for(std::uint32_t at, F service) {
    if (nodes.size() == 1) return service();
    std::optional<R> result;
    std::atomic<bool> done{false};
    std::thread thread([&] {
      result.emplace(service());
      done = true;
    });
    while (!done) {
      for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (i != at) nodes[i]->pump();
      }
      std::this_thread::yield();
    }
    thread.join();
    return std::move(*result);
  }
  // All that is under way arrives, and all federates that are not silent evoke.
  void drain() {
    int quiet = 0;
    const std::int64_t until = base::now_ns() + 10'000'000'000;
    while (quiet < 12 && base::now_ns() < until) {
      const std::size_t before = lines();
      bool moved = false;
      for (auto& each : nodes) moved = each->pump() || moved;
      for (auto& each : feds) {
        if (each->rti && !each->silent && each->model == CallbackModel::evoked) {
          (void)each->rti->evoke_multiple_callbacks(0, 0.5);
        }
      }
      quiet = moved || lines() != before ? 0 : quiet + 1;
    }
  }
  std::size_t lines() const {
    std::size_t all = 0;
    for (const auto& each : feds) {
      all += each->log.size() + each->reports.size() +
             static_cast<std::size_t>(each->managed_reflections);
    }
    return all;
  }
  void clear() {
    for (auto& each : feds) each->log.clear();
  }
  void skip() {
    drain();
    clear();
  }
  Lines heard(Fed& fed) {
    drain();
    return std::exchange(fed.log, {});
  }
  Lines heard_sorted(Fed& fed) {
    Lines all = heard(fed);
    std::ranges::sort(all);
    return all;
  }
  void hush() {
    for (auto& each : feds) hush(*each);
  }
  static void hush(Fed& fed) {
    EXPECT_TRUE(fed.rti->disable_object_class_relevance_advisory_switch().ok());
    EXPECT_TRUE(fed.rti->disable_interaction_relevance_advisory_switch().ok());
  }
  void regulate(Fed& fed, double lookahead) {
    EXPECT_EQ(outcome(fed.regulation(lookahead)), "ok");
    drain();
    EXPECT_TRUE(!fed.log.empty() && fed.log.back().starts_with("regulating"))
        << ::testing::PrintToString(fed.log);
    fed.log.clear();
  }
  void constrain(Fed& fed) {
    EXPECT_EQ(outcome(fed.rti->enable_time_constrained()), "ok");
    drain();
    EXPECT_TRUE(!fed.log.empty() && fed.log.back().starts_with("constrained"))
        << ::testing::PrintToString(fed.log);
    fed.log.clear();
  }
  void nobody_heard_more() {
    drain();
    for (auto& each : feds) EXPECT_EQ(each->log, Lines{}) << each->name;
    clear();
  }

  GuestPlaces placed;
  TimeRepresentation represented = TimeRepresentation::float64;
  std::string directory;
  Labels labels;
  std::vector<std::unique_ptr<Node>> nodes;
  std::vector<std::unique_ptr<GuestFed>> feds;

 private:
  void make_nodes() {
    const std::uint32_t count = *std::ranges::max_element(placed.places) + 1;
    std::vector<std::shared_ptr<base::Doorbell>> bells;
    std::vector<std::vector<std::unique_ptr<transport::Channel>>> channels(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      bells.push_back(*base::Doorbell::create(base::Doorbell::Scope::local));
      channels[i].resize(count);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      for (std::uint32_t j = i + 1; j < count; ++j) {
        auto pair =
            transport::Transport::make_pair(transport::Kind::thread, {}, bells[i], bells[j]);
        ASSERT_TRUE(pair.ok());
        channels[i][j] = std::move(pair->a);
        channels[j][i] = std::move(pair->b);
      }
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      NodeOptions options;
      options.self = i;
      options.nodes = count;
      options.save_directory = directory;
      auto made = Node::create(options, bells[i], std::move(channels[i]));
      ASSERT_TRUE(made.ok()) << made.error().message;
      nodes.push_back(std::move(*made));
    }
  }
};

// Four federates have joined; advisories about classes and interactions are off.
class GuestWorld : public ::testing::TestWithParam<GuestPlaces>, public GuestStage {
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

}  // namespace orrery::rti::testing::stranger

#define GUEST_SUITE(suite) \
  INSTANTIATE_TEST_SUITE_P(All, suite, ::testing::ValuesIn(guest_all()), guest_name)
#define GUEST_EVOKED_SUITE(suite) \
  INSTANTIATE_TEST_SUITE_P(All, suite, ::testing::ValuesIn(guest_evoked()), guest_name)
