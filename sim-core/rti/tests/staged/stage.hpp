// A federation of up to six federates, on the nodes and with the callbacks that a check says. Each federate writes its callbacks down as
// lines of text.
#pragma once

#include "staged/federate.hpp"

namespace orrery::rti::testing::staged {

struct Places {
  std::string name;
  std::vector<std::uint32_t> nodes;  // of federates a, b, c ..., then from the first again
  CallbackModel model = CallbackModel::evoked;
};
inline void PrintTo(const Places& places, std::ostream* out) { *out << places.name; }
inline std::string places_name(const ::testing::TestParamInfo<Places>& info) {
  return info.param.name;
}

inline std::string stage_directory() {
  static std::atomic<int> number_of{0};
  return (std::filesystem::temp_directory_path() /
          ("stage-" + std::to_string(::getpid()) + "-" + std::to_string(number_of++)))
      .string();
}

// `Member`: Fed, or what is derived from it.
template <class Member>
class Stage {
 public:
  Stage() = default;
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  ~Stage() { close(); }

  Member& a() { return *feds.at(0); }
  Member& b() { return *feds.at(1); }
  Member& c() { return *feds.at(2); }
  Member& d() { return *feds.at(3); }
  Member& e() { return *feds.at(4); }
  Member& f() { return *feds.at(5); }

  // The first `joined` federates, of a to f, join a new federation.
  void open(const Places& places, std::size_t joined, bool provides,
            TimeRepresentation time = TimeRepresentation::float64) {
    placed = places;
    directory = stage_directory();
    std::filesystem::create_directories(directory);
    make_nodes();
    static const char* const names[] = {"a", "b", "c", "d", "e", "f"};
    for (std::size_t i = 0; i < joined; ++i) connect(names[i]);
    FomModule module = *parse_fom(fom_text(provides), "stage");
    ASSERT_EQ(
        outcome(wait_for<Status>(
            a().node, [&] { return a().rti->create_federation_execution("F", {module}, time); })),
        "ok");
    for (auto& each : feds) ASSERT_EQ(outcome(join(*each)), "ok");
    skip();
  }
  // All federates and nodes end. What they have saved stays.
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
  void close() {
    stop();
    if (!directory.empty()) std::filesystem::remove_all(directory);
  }
  Member& connect(const std::string& name) {
    const std::uint32_t at = placed.nodes.at(feds.size() % placed.nodes.size());
    feds.push_back(std::make_unique<Member>(name, at, placed.model, labels));
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
  Member& enter(const std::string& name) {
    Member& fed = connect(name);
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
  void nobody_heard_more() {
    drain();
    for (auto& each : feds) EXPECT_EQ(each->log, Lines{}) << each->name;
    clear();
  }

  void make_nodes() {
    const std::uint32_t count = *std::ranges::max_element(placed.nodes) + 1;
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

  Places placed;
  std::string directory;
  Labels labels;
  std::vector<std::unique_ptr<Node>> nodes;
  std::vector<std::unique_ptr<Member>> feds;
};

}  // namespace orrery::rti::testing::staged
