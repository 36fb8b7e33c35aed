#include "orrery/workloads/model_language/measure.hpp"

#include <gtest/gtest.h>

namespace orrery::workloads::model_language {
namespace {

constexpr std::int64_t brief_ns = 100'000;

TEST(Measure, EveryFigureIsThere) {
  const Effort effort{brief_ns, {}};
  for (const model::Kind kind : operation_kinds) {
    const OperationTimes times = time_operations(kind, effort);
    EXPECT_GT(times.insert_ns, 0);
    EXPECT_GT(times.replace_ns, 0);
    EXPECT_GT(times.remove_ns, 0);
  }
  EXPECT_GT(time_dependencies(effort).add_ns, 0);
  EXPECT_GT(time_live_change(100, effort).insert_ns, 0);
  const TextTimes texts = time_text(array_model(3), effort);
  EXPECT_GT(texts.interpret_ns, 0);
  EXPECT_GT(texts.decompress_ns, 0);
}

TEST(Measure, StatesOfEveryShape) {
  const Effort effort{brief_ns, {}};
  for (const std::string& text :
       {array_model(1), array_model(1000), nested_model(1), nested_model(5), text_model(0),
        text_model(40), empty_model(), type_model(model::Type::boolean)}) {
    const StateTimes times = time_state(*subject_layout(text), effort);
    EXPECT_GT(times.pack_ns, 0) << text;
    EXPECT_GT(times.unpack_swapped_ns, 0) << text;
    EXPECT_GT(times.construct_ns + times.destruct_ns, 0) << text;
  }
}

TEST(Measure, StopsWhenItIsTold) {
  const Effort effort{60'000'000'000, [] { return true; }};
  (void)time_operations(model::Kind::entity, effort);
  (void)time_state(*subject_layout(array_model(10)), effort);
}

TEST(Measure, AComponentTakesLessThanInTheStudy) {
  using model::Kind;
  // Table 6.5, the smaller of both platforms.
  EXPECT_LE(component_bytes(Kind::constant), 56);
  EXPECT_LE(component_bytes(Kind::function), 68);
  EXPECT_LE(component_bytes(Kind::element), 116);
  EXPECT_LE(component_bytes(Kind::property), 64);
  EXPECT_LE(component_bytes(Kind::universe), 104);
  EXPECT_LE(component_bytes(Kind::entity), 68);
}

}  // namespace
}  // namespace orrery::workloads::model_language
