// An object whose attributes all federates may own.
#pragma once

#include "conformance.hpp"

namespace orrery::rti::testing::conformance {

// a registers x with a1, a2 and the privilege. All publish a1 and a2, and know x.
class SharedObject : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    for (auto& each : actors()) {
      ASSERT_OK(each->pub("A", "a1 a2"));
      ASSERT_OK(each->sub("A", "a1 a2"));
    }
    ASSERT_OK(a().reg("A", "x"));
    skip();
  }
};

}  // namespace orrery::rti::testing::conformance
