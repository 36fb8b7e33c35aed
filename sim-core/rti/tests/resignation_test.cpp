// Resign Federation Execution (IEEE 1516.1-2010, 4.10): what each of the six actions presumes.
#include <optional>

#include "owner.hpp"

namespace orrery::rti::testing {
namespace {

enum class Has : std::uint8_t { nothing, its_own_object, anothers_attribute, pending_request };

// a's ships are known to b, which resigns.
class Resignation : public FederatesOf<Owner, 2> {
 protected:
  void begin() override {
    FederatesOf<Owner, 2>::begin();
    join_all();
    declare(a());
  }
  static void declare(Owner& who) {
    who.publish("Ship", {"Course"});
    who.subscribe("Ship", {"Course"});
    who.told.clear();
  }
  void give(Has what) {
    declare(b());
    const auto of = a().object_class("Ship");
    const std::vector<AttributeHandle> course{a().attribute("Ship", "Course")};
    if (what == Has::nothing) return;
    if (what == Has::its_own_object) {
      ASSERT_OK(b().rti->register_object_instance(of));
      return;
    }
    auto made = a().rti->register_object_instance(of);
    ASSERT_OK(made);
    drain();
    if (what == Has::anothers_attribute) {
      ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(*made, course));
    }
    ASSERT_OK(b().rti->attribute_ownership_acquisition(*made, course));
    drain();
    EXPECT_EQ(*b().rti->is_attribute_owned_by_federate(*made, course[0]),
              what == Has::anothers_attribute);
  }
  // Makes b a member again that has nothing.
  void again() {
    (void)b().rti->resign_federation_execution(ResignAction::cancel_then_delete_then_divest);
    b().join("b");
  }
  void expect(Has what, ResignAction action, std::optional<ErrorCode> error) {
    give(what);
    const Status resigned = b().rti->resign_federation_execution(action);
    const auto title = [&] {
      return "having " + std::to_string(static_cast<int>(what)) + ", action " +
             std::to_string(static_cast<int>(action));
    };
    if (!error) {
      EXPECT_TRUE(resigned.ok()) << title() << ": " << resigned.error().message;
    } else {
      EXPECT_FALSE(resigned.ok()) << title();
      if (!resigned.ok()) {
        EXPECT_EQ(resigned.error().code, *error) << title();
      }
      EXPECT_TRUE(b().rti->get_federate_handle("b").ok()) << title() << ": it is still joined";
    }
    again();
  }
};
INSTANTIATE_TEST_SUITE_P(Groups, Resignation, every_layout, layout_name);

constexpr auto owns = ErrorCode::FederateOwnsAttributes;
constexpr auto pending = ErrorCode::OwnershipAcquisitionPending;

TEST_P(Resignation, ByUnconditionalDivestiture) {
  const auto action = ResignAction::unconditionally_divest_attributes;
  expect(Has::nothing, action, {});
  expect(Has::its_own_object, action, {});
  expect(Has::anothers_attribute, action, {});
  expect(Has::pending_request, action, pending);
}

TEST_P(Resignation, ByDeletion) {
  const auto action = ResignAction::delete_objects;
  expect(Has::nothing, action, {});
  expect(Has::its_own_object, action, {});
  expect(Has::anothers_attribute, action, owns);
  expect(Has::pending_request, action, pending);
}

TEST_P(Resignation, ByCancellation) {
  const auto action = ResignAction::cancel_pending_ownership_acquisitions;
  expect(Has::nothing, action, {});
  expect(Has::its_own_object, action, owns);
  expect(Has::anothers_attribute, action, owns);
  expect(Has::pending_request, action, {});
}

TEST_P(Resignation, ByDeletionThenDivestiture) {
  const auto action = ResignAction::delete_objects_then_divest;
  expect(Has::nothing, action, {});
  expect(Has::its_own_object, action, {});
  expect(Has::anothers_attribute, action, {});
  expect(Has::pending_request, action, pending);
}

TEST_P(Resignation, ByCancellationThenDeletionThenDivestiture) {
  const auto action = ResignAction::cancel_then_delete_then_divest;
  expect(Has::nothing, action, {});
  expect(Has::its_own_object, action, {});
  expect(Has::anothers_attribute, action, {});
  expect(Has::pending_request, action, {});
}

TEST_P(Resignation, ByNoAction) {
  const auto action = ResignAction::no_action;
  expect(Has::nothing, action, {});
  expect(Has::its_own_object, action, owns);
  expect(Has::anothers_attribute, action, owns);
  expect(Has::pending_request, action, pending);
}

// 7.2: what is divested is not owned, from the service's return on.
TEST_P(Resignation, WhatHasBeenDivestedIsNotOwned) {
  declare(b());
  auto made = b().rti->register_object_instance(b().object_class("Ship"));
  ASSERT_OK(made);
  const std::vector<AttributeHandle> all{{0}, b().attribute("Ship", "Course")};
  ASSERT_OK(b().rti->unconditional_attribute_ownership_divestiture(*made, all));
  ASSERT_OK(b().rti->local_delete_object_instance(*made));
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
}

}  // namespace
}  // namespace orrery::rti::testing
