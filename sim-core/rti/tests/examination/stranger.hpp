// A world of its own for the checks of stranger_*_test.cpp: federates a, b and c on one node or on three, with evoked or with
// immediate callbacks. Each federate writes its callbacks down as lines of text.
#pragma once

#include "stranger_federate.hpp"

namespace orrery::rti::testing::stranger {

struct Setup {
  std::uint32_t nodes = 1;
  CallbackModel model = CallbackModel::evoked;
};
inline void PrintTo(const Setup& setup, std::ostream* out) { *out << setup.nodes << " nodes"; }
inline std::string setup_name(const ::testing::TestParamInfo<Setup>& info) {
  return std::string(info.param.nodes == 1 ? "OneNode" : "ThreeNodes") +
         (info.param.model == CallbackModel::immediate ? "Immediate" : "");
}

class World : public ::testing::TestWithParam<Setup> {
 public:
  Fed& a() { return *feds.at(0); }
  Fed& b() { return *feds.at(1); }
  Fed& c() { return *feds.at(2); }
  Fed& d() { return *feds.at(3); }

 protected:
  virtual bool provides() const { return false; }
  virtual void begin() {}

  void SetUp() override {
    static std::atomic<int> number_of{0};
    directory = (std::filesystem::temp_directory_path() /
                 ("stranger-" + std::to_string(::getpid()) + "-" + std::to_string(number_of++)))
                    .string();
    std::filesystem::create_directories(directory);
    make_nodes();
    start();
    begin();
  }
  void TearDown() override {
    stop();
    std::filesystem::remove_all(directory);
  }
  // Federates a, b and c join a new federation.
  void start() {
    for (const char* each : {"a", "b", "c"}) connect(each);
    FomModule module = *parse_fom(fom_text(provides()), "stranger");
    ASSERT_EQ(outcome(wait_for<Status>(
                  0, [&] { return a().rti->create_federation_execution("F", {module}); })),
              "ok");
    for (auto& each : feds) ASSERT_EQ(outcome(join(*each)), "ok");
    drain();
    clear();
  }
  void stop() {
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
  }
  void make_nodes() {
    const std::uint32_t count = GetParam().nodes;
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
  Fed& connect(const std::string& name) {
    const auto at = static_cast<std::uint32_t>(feds.size()) % GetParam().nodes;
    feds.push_back(std::make_unique<Fed>(name, at, GetParam().model, labels));
    feds.back()->rti = nodes[at]->connect(*feds.back(), GetParam().model);
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
  Fed& enter(const std::string& name) {
    Fed& fed = connect(name);
    EXPECT_EQ(outcome(join(fed)), "ok");
    return fed;
  }
  Status resign(Fed& fed, ResignAction action = ResignAction::cancel_then_delete_then_divest) {
    auto result =
        wait_for<Status>(fed.node, [&] { return fed.rti->resign_federation_execution(action); });
    if (result) fed.joined = false;
    return result;
  }
  // Calls a service that waits for other nodes, which go on meanwhile.
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
    const std::int64_t until = base::now_ns() + 3'000'000'000;
    while (quiet < 12 && base::now_ns() < until) {
      const std::size_t before = lines();
      bool moved = false;
      for (auto& each : nodes) moved = each->pump() || moved;
      for (std::size_t i = 0; i < feds.size(); ++i) {
        Fed& fed = *feds[i];
        if (fed.rti && !fed.silent && fed.model == CallbackModel::evoked) {
          (void)fed.rti->evoke_multiple_callbacks(0, 0.5);
        }
      }
      quiet = moved || lines() != before ? 0 : quiet + 1;
    }
  }
  // All that is under way arrives; nobody evokes.
  void arrive() {
    for (int quiet = 0; quiet < 12;) {
      bool moved = false;
      for (auto& each : nodes) moved = each->pump() || moved;
      quiet = moved ? 0 : quiet + 1;
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
  // Everything that happened is of no interest.
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
  // No advisories about classes and interactions.
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
  // a owns x of a class, b and c know it there.
  void settle(const std::string& of, const std::string& attributes,
              const std::string& label = "x") {
    EXPECT_EQ(outcome(a().pub(of, attributes)), "ok");
    EXPECT_EQ(outcome(b().sub(of, attributes)), "ok");
    EXPECT_EQ(outcome(c().sub(of, attributes)), "ok");
    EXPECT_EQ(outcome(a().reg(of, label)), "ok");
    skip();
  }
  static std::vector<std::byte> number32(std::int32_t value) {
    return Encoder().integer32(value).take();
  }
  static std::vector<std::byte> of_federate(const Fed& fed) {
    return Encoder().handle(fed.handle.value).take();
  }

  std::string directory;
  Labels labels;
  std::vector<std::unique_ptr<Node>> nodes;
  std::vector<std::unique_ptr<Fed>> feds;
};

inline Lines sorted(Lines all) {
  std::ranges::sort(all);
  return all;
}

}  // namespace orrery::rti::testing::stranger

#define STRANGER_OK(call)           \
  do {                              \
    EXPECT_EQ(outcome(call), "ok"); \
  } while (false)
#define STRANGER_ERR(call, error)     \
  do {                                \
    EXPECT_EQ(outcome(call), #error); \
  } while (false)
#define STRANGER_ERRS(call, one, other)                                    \
  do {                                                                     \
    const std::string nc_outcome = outcome(call);                          \
    EXPECT_TRUE(nc_outcome == #one || nc_outcome == #other) << nc_outcome; \
  } while (false)
#define STRANGER_HEARD(fed, ...) EXPECT_EQ(heard(fed), (Lines{__VA_ARGS__}))
#define STRANGER_HEARD_SORTED(fed, ...) EXPECT_EQ(heard_sorted(fed), sorted(Lines{__VA_ARGS__}))
// One node and three, evoked and immediate.
#define NEWCOMER_SUITE(suite)                                                                    \
  INSTANTIATE_TEST_SUITE_P(                                                                      \
      All, suite,                                                                                \
      ::testing::Values(Setup{1, CallbackModel::evoked}, Setup{3, CallbackModel::evoked},        \
                        Setup{1, CallbackModel::immediate}, Setup{3, CallbackModel::immediate}), \
      setup_name)
// For checks in which federates do not evoke for a while.
#define NEWCOMER_EVOKED_SUITE(suite)                                                       \
  INSTANTIATE_TEST_SUITE_P(                                                                \
      All, suite,                                                                          \
      ::testing::Values(Setup{1, CallbackModel::evoked}, Setup{3, CallbackModel::evoked}), \
      setup_name)
