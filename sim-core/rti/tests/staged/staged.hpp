// A world of its own for the checks of this folder: federates a, b and c on one node or on three, with evoked or with
// immediate callbacks.
#pragma once

#include "staged/stage.hpp"

namespace orrery::rti::testing::staged {

inline Places one_or_three(std::uint32_t nodes, CallbackModel model = CallbackModel::evoked) {
  return {std::string(nodes == 1 ? "OneNode" : "ThreeNodes") +
              (model == CallbackModel::immediate ? "Immediate" : ""),
          nodes == 1 ? std::vector<std::uint32_t>{0} : std::vector<std::uint32_t>{0, 1, 2}, model};
}

class World : public ::testing::TestWithParam<Places>, public Stage<Fed> {
 protected:
  virtual bool provides() const { return false; }
  virtual void begin() {}

  void SetUp() override {
    open(GetParam(), 3, provides());
    begin();
  }
  void TearDown() override { close(); }
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
};

inline Lines sorted(Lines all) {
  std::ranges::sort(all);
  return all;
}

}  // namespace orrery::rti::testing::staged

#define STAGED_OK(call)             \
  do {                              \
    EXPECT_EQ(outcome(call), "ok"); \
  } while (false)
#define STAGED_ERR(call, error)       \
  do {                                \
    EXPECT_EQ(outcome(call), #error); \
  } while (false)
#define STAGED_ERRS(call, one, other)                                                  \
  do {                                                                                 \
    const std::string staged_outcome = outcome(call);                                  \
    EXPECT_TRUE(staged_outcome == #one || staged_outcome == #other) << staged_outcome; \
  } while (false)
#define STAGED_HEARD(fed, ...) EXPECT_EQ(heard(fed), (Lines{__VA_ARGS__}))
#define STAGED_HEARD_SORTED(fed, ...) EXPECT_EQ(heard_sorted(fed), sorted(Lines{__VA_ARGS__}))
// One node and three, evoked and immediate.
#define STAGED_SUITE(suite)                                                              \
  INSTANTIATE_TEST_SUITE_P(All, suite,                                                   \
                           ::testing::Values(one_or_three(1), one_or_three(3),           \
                                             one_or_three(1, CallbackModel::immediate),  \
                                             one_or_three(3, CallbackModel::immediate)), \
                           places_name)
// For checks in which federates do not evoke for a while.
#define STAGED_EVOKED_SUITE(suite)                                                          \
  INSTANTIATE_TEST_SUITE_P(All, suite, ::testing::Values(one_or_three(1), one_or_three(3)), \
                           places_name)
