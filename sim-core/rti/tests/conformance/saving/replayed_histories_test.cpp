// What follows a save follows the restore of it again, and what federates hear does not depend on
// where they are.
#include "conformance/wide_history.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class ReplayedHistories : public RandomHistory {};
class WideHistories : public WideHistory {};

// 4.24, 4.29 A history, a save, a second history; a third one, and the restore: the second history
// goes as it went.
TEST_P(ReplayedHistories, AfterARestore) {
  prepare();
  const std::uint32_t seed = first_seed();
  if (seed % 3) in_time();
  may_resign_ = true;
  run(seed, 80);
  may_resign_ = false;
  save();
  const auto at_the_save = kept();
  const History second = run(seed + 1000, 60);
  may_resign_ = true;
  run(seed + 2000, 20);
  may_resign_ = false;
  restore();
  back_to(at_the_save);
  same(second, run(seed + 1000, 60), seed);
}
// 1.1 The same history on one node and on several.
TEST_P(ReplayedHistories, OnAllNodes) {
  static std::map<std::uint32_t, History> known;
  prepare();
  const std::uint32_t seed = first_seed();
  if (seed % 3) in_time();
  may_resign_ = true;
  const History history = run(seed, 120);
  const auto [before, is_new] = known.try_emplace(seed, history);
  if (!is_new) same(before->second, history, seed);
}

// 4.24, 4.29 The same with names, points, orders, switches and the management object model.
TEST_P(WideHistories, AfterARestore) {
  prepare();
  manage();
  const std::uint32_t seed = first_seed();
  if (seed % 3) in_time();
  may_resign_ = true;
  run(seed, 80);
  may_resign_ = false;
  save();
  const auto at_the_save = kept();
  const History second = run(seed + 1000, 60);
  run(seed + 2000, 20);
  restore();
  back_to(at_the_save);
  same(second, run(seed + 1000, 60), seed);
}
// 1.1 The same on one node and on several.
TEST_P(WideHistories, OnAllNodes) {
  static std::map<std::uint32_t, History> known;
  prepare();
  manage();
  const std::uint32_t seed = first_seed();
  if (seed % 3) in_time();
  may_resign_ = true;
  const History history = run(seed, 120);
  const auto [before, is_new] = known.try_emplace(seed, history);
  if (!is_new) same(before->second, history, seed);
}

// 4.24 The same in new nodes, with federates that have joined anew.
TEST_P(WideHistories, InNewNodes) {
  prepare();
  manage();
  const std::uint32_t seed = first_seed();
  if (seed % 3) in_time();
  may_resign_ = true;
  run(seed, 80);
  may_resign_ = false;
  save();
  const auto at_the_save = kept();
  const History second = run(seed + 1000, 60);
  start_anew();
  restore();
  back_to(at_the_save);
  same(second, run(seed + 1000, 60), seed);
}

CONFORMANCE_SUITE(ReplayedHistories);
CONFORMANCE_SUITE(WideHistories);

}  // namespace
}  // namespace orrery::rti::testing::conformance
