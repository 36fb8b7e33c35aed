// A second federation "other" beside "test", with federates of its own on the same nodes.
#pragma once

#include <algorithm>

#include "conformance/saving_federation.hpp"
#include "reference/settings.hpp"

namespace orrery::rti::testing::conformance {

inline Status resign_federate(Actor& whom, ResignAction action = ResignAction::no_action) {
  return whom.rti->resign_federation_execution(action);
}
inline Status join_other(Actor& whom, const std::string& name,
                         const std::string& federation = "other") {
  const auto joined = whom.rti->join_federation_execution(name, "type", federation);
  if (!joined) return joined.error();
  whom.handle = *joined;
  return {};
}
// Of a check of random histories: 1, or what the environment asks for.
inline std::uint32_t first_seed() {
  return static_cast<std::uint32_t>(setting("ORRERY_CONFORMANCE_SEED", 1));
}
inline Status save_now(Actor& whom, const std::string& label) {
  return whom.rti->request_federation_save(label);
}
inline Lines listed(Actor& whom) {
  Lines names;
  const auto all = whom.rti->list_federation_executions();
  if (!all) return {error_of(all)};
  for (const FederationInformation& each : *all) names.push_back(each.name);
  std::ranges::sort(names);
  return names;
}

// d and e have joined "other", whose object model is that of "test".
class TwoFederations : public SavingFederation {
 protected:
  void begin() override {
    SavingFederation::begin();
    ASSERT_OK(a().rti->create_federation_execution("other", conformance_modules(),
                                                   TimeRepresentation::integer64));
    for (std::size_t i = 0; i < 2; ++i) actors().push_back(actor(i % nodes()));
    ASSERT_OK(join_other(d(), "d"));
    ASSERT_OK(join_other(e(), "e"));
    skip();
  }
  Actor& d() { return *actors().at(3); }
  Actor& e() { return *actors().at(4); }
  // The federates of one federation save it.
  void save(const std::vector<Actor*>& all, const std::string& label) {
    ASSERT_OK(save_now(*all.at(0), label));
    settle();
    for (Actor* each : all) ASSERT_OK(each->rti->federate_save_begun());
    for (Actor* each : all) ASSERT_OK(each->rti->federate_save_complete());
    settle();
    for (Actor* each : all) EXPECT_EQ(each->heard("saved"), Lines{"saved"});
  }
  void restore(const std::vector<Actor*>& all, const std::string& label) {
    ASSERT_OK(all.at(0)->rti->request_federation_restore(label));
    settle();
    for (Actor* each : all) ASSERT_OK(each->rti->federate_restore_complete());
    settle();
    for (Actor* each : all) EXPECT_EQ(each->heard("restored"), Lines{"restored"});
  }
};

}  // namespace orrery::rti::testing::conformance
