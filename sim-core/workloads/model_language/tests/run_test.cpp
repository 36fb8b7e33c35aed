#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "orrery/workloads/face/makers.hpp"

namespace orrery::workloads {
namespace {

contracts::WorkerPlan plan_of(const std::string& model_text) {
  contracts::WorkerPlan plan;
  plan.seed = 7;
  plan.nodes = {contracts::PlanNode{0, "alone", 1, 1}};
  plan.telemetry.interval_ms = 50;
  contracts::ModelLanguagePlan load;
  load.model_name = "given text";
  load.model_text = model_text;
  load.array_length = 50;
  load.nesting = 2;
  load.string_length = 5;
  load.live_instances = 20;
  load.rounds = 1;
  load.figure_us = 10;
  plan.workload = load;
  return plan;
}

Host quiet_host() {
  Host host;
  host.stopped = [] { return false; };
  host.after_fork = [] {};
  host.log = [](contracts::LogLevel, const std::string&) {};
  return host;
}

struct Ran {
  MayFail failure;
  contracts::WorkerResult result;
  std::uint64_t oracle = 0;
};

Ran ran(const contracts::WorkerPlan& plan) {
  Ran run;
  const auto workload = make_model_language(plan);
  run.failure = workload->prepare(quiet_host());
  if (!run.failure) run.failure = workload->connect({}, 0);
  if (!run.failure) run.failure = workload->run([] {});
  if (!run.failure) run.failure = workload->check(run.result);
  if (!run.failure) workload->metrics(run.result);
  if (!run.failure) run.oracle = workload->oracle([] { return false; });
  return run;
}

constexpr const char* small_model = R"(
  UNIVERSE Sky {
    ELEMENT Vector { PROPERTY x : REAL; PROPERTY y : DOUBLE; }
    PROPERTY position : Vector;
  }
  ENTITY Bird IN Sky {
    PROPERTY name : STRING = "Erna";
    PROPERTY seen : LONG[3];
    PROPERTY awake : BOOLEAN;
    PROPERTY age : INTEGER = 3;
  }
  ENTITY Kite IN Sky { }
)";

TEST(Run, HoldsEveryCheckAndGivesEveryFigure) {
  const Ran run = ran(plan_of(small_model));
  ASSERT_FALSE(run.failure) << run.failure->message;
  EXPECT_EQ(run.result.checks.size(), 6U);
  for (const contracts::Check& check : run.result.checks) {
    EXPECT_TRUE(check.holds) << check.title << ": " << check.found;
  }
  EXPECT_EQ(run.result.run_state_checksum, run.oracle);
  for (const char* name :
       {"insert.element",  "delete.entity",        "dependency.add",     "live.insert",
        "text.interpret",  "integer.pack_swapped", "array.1.pack",       "array.10.size",
        "array.50.unpack", "nested.0.pack",        "nested.2.construct", "string.pack",
        "instance.unpack", "each_integer.pack",    "array_rate.pack",    "greatest_array.size",
        "deepest.unpack",  "bytes.string",         "code.tokenised",     "memory.definition",
        "bytes.property",  "triangle.coord"}) {
    EXPECT_TRUE(std::ranges::any_of(run.result.run_metrics, [&](const contracts::Metric& metric) {
      return metric.name == name && metric.value >= 0;
    })) << name;
  }
}

TEST(Run, TheStateFollowsFromSeedAndModelAlone) {
  contracts::WorkerPlan plan = plan_of(small_model);
  const std::uint64_t first = ran(plan).result.run_state_checksum;
  EXPECT_EQ(ran(plan).result.run_state_checksum, first);
  plan.seed = 8;
  EXPECT_NE(ran(plan).result.run_state_checksum, first);
}

TEST(Run, AModelOfUniversesAlone) {
  const Ran run = ran(plan_of("UNIVERSE U { PROPERTY texts : STRING[4]; }"));
  ASSERT_FALSE(run.failure) << run.failure->message;
  for (const contracts::Check& check : run.result.checks) EXPECT_TRUE(check.holds) << check.found;
}

TEST(Run, RefusesWhatIsNoModelToMeasure) {
  const auto refusal = [](const std::string& text) {
    const Ran run = ran(plan_of(text));
    return run.failure ? run.failure->code + ": " + run.failure->message : "taken";
  };
  EXPECT_NE(refusal("UNIVERSE U { PROPERTY a : Vertx; }").find("bad_plan: the model given text"),
            std::string::npos);
  EXPECT_NE(refusal("UNIVERSE U { PROPERTY a : Vertx; }").find("1:27:"), std::string::npos);
  EXPECT_NE(refusal("// nothing").find("no entity and no universe"), std::string::npos);
  EXPECT_NE(refusal("UNIVERSE U { PROPERTY a : DOUBLE[9000000]; }").find("at most 67108864"),
            std::string::npos);
}

TEST(Run, EndsWhenItIsTold) {
  contracts::WorkerPlan plan = plan_of(small_model);
  auto& load = std::get<contracts::ModelLanguagePlan>(plan.workload);
  load.rounds = 10'000;
  load.figure_us = 1'000'000;
  const auto workload = make_model_language(plan);
  std::atomic<bool> stopped{false};
  Host host = quiet_host();
  host.stopped = [&] { return stopped.load(); };
  ASSERT_FALSE(workload->prepare(host));
  stopped = true;
  const MayFail failure = workload->run([] {});
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, "stopped");
}

}  // namespace
}  // namespace orrery::workloads
