// Federates that send and receive in timestamp order.
#pragma once

#include "conformance.hpp"

namespace orrery::rti::testing::conformance {

// a sends T and updates x.a2 in timestamp order; b and c are subscribed to both.
class TimedFederates : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    for (auto& each : actors()) {
      ASSERT_OK(each->pubi("T"));
      ASSERT_OK(each->pubi("K"));
    }
    ASSERT_OK(a().pub("A", "a1 a2"));
    for (Actor* each : {&b(), &c()}) {
      ASSERT_OK(each->subi("T"));
      ASSERT_OK(each->subi("K"));
      ASSERT_OK(each->sub("A", "a1 a2"));
    }
    ASSERT_OK(a().reg("A", "x"));
    skip();
  }
};

}  // namespace orrery::rti::testing::conformance
