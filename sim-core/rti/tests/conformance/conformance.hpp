// Checks of the sentences of IEEE 1516.1-2010, written from the standard and the public headers alone: three federates, on one node
// and on three.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../federates.hpp"
#include "actor.hpp"

namespace orrery::rti::testing::conformance {

std::vector<Layout> conformance_layouts();

// Empty if the result is none.
template <class Any>
std::string error_of(const Any& result) {
  return result.ok() ? ""
                     : std::string(to_string(result.error().code)) + ": " + result.error().message;
}

// Like ASSERT_OK of ../world.hpp, for checks that go on.
#define EXPECT_OK(expression) EXPECT_EQ(error_of(expression), "")
#define EXPECT_HEARD(actor, ...) EXPECT_EQ((actor).heard(), (Lines{__VA_ARGS__}))
// In any order; the lines are given in alphabetical order.
#define EXPECT_HEARD_SORTED(actor, ...) EXPECT_EQ((actor).heard_sorted(), (Lines{__VA_ARGS__}))
#define EXPECT_SILENCE(actor) EXPECT_EQ((actor).heard(), Lines{})

// A federation "test" with integer times, that a, b and c have joined. Object class and interaction advisories are off.
class Conformance : public InLayout {
 protected:
  void begin() override;
  void leave() override;
  // What another object model than conformance_modules() has.
  virtual std::vector<FomModule> modules() { return conformance_modules(); }
  virtual SavesOfNode saves() { return {}; }
  virtual bool advised() { return false; }
  virtual bool joined() { return true; }

  // All federates evoke until no callback comes any more. Those that are `silent` do not.
  void settle();
  // The same, and what has come is forgotten.
  void skip();
  // An actor at the node of that number.
  std::unique_ptr<Actor> actor(std::size_t node);
  // Time regulation, or constraint, is enabled; the callback of it is forgotten.
  void regulate(Actor& each, std::int64_t lookahead);
  void constrain(Actor& each);

  Actor& a() { return *actors_.at(0); }
  Actor& b() { return *actors_.at(1); }
  Actor& c() { return *actors_.at(2); }
  std::vector<std::unique_ptr<Actor>>& actors() { return actors_; }
  Labels& labels() { return *labels_; }

 private:
  std::unique_ptr<Labels> labels_;
  std::vector<std::unique_ptr<Actor>> actors_;
};

#define CONFORMANCE_SUITE(suite) \
  INSTANTIATE_TEST_SUITE_P(Clauses, suite, ::testing::ValuesIn(conformance_layouts()), layout_name)

}  // namespace orrery::rti::testing::conformance
