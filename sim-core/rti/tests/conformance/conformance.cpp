#include "conformance.hpp"

namespace orrery::rti::testing::conformance {

std::vector<Layout> conformance_layouts() {
  if (host_layout()) return {};
  const Layout three_nodes{Where::threads, transport::Kind::thread};
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  return {three_nodes};  // with the code that one node runs, and more
#else
  return {Layout{}, three_nodes};
#endif
}

void Conformance::begin() {
  if (!saves().directory.empty()) start_nodes(saves());
  const std::vector<FomModule> fom = modules();
  labels_ = std::make_unique<Labels>(*ObjectModel::merge(fom));
  for (std::size_t node = 0; node < 3; ++node) actors_.push_back(actor(node));
  ASSERT_OK(a().rti->create_federation_execution("test", fom, TimeRepresentation::integer64));
  if (!joined()) return;
  const char* const names[] = {"a", "b", "c"};
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_OK(actors_[i]->join(names[i]));
    if (advised()) continue;
    ASSERT_OK(actors_[i]->rti->disable_object_class_relevance_advisory_switch());
    ASSERT_OK(actors_[i]->rti->disable_interaction_relevance_advisory_switch());
  }
}

void Conformance::leave() {
  actors_.clear();
  labels_.reset();
}

std::unique_ptr<Actor> Conformance::actor(std::size_t node) {
  return std::make_unique<Actor>(node_of(node), *labels_, [this] { settle(); });
}

void Conformance::settle() {
  for (int quiet_rounds = 0; quiet_rounds < 2;) {
    bool heard = false;
    for (auto& each : actors_) {
      if (each->silent) continue;
      const std::size_t before = each->lines.size();
      (void)each->rti->evoke_multiple_callbacks(0, 1);
      heard = heard || each->lines.size() != before;
    }
    quiet_rounds = heard ? 0 : quiet_rounds + 1;
  }
}

void Conformance::skip() {
  settle();
  for (auto& each : actors_) each->lines.clear();
}

void Conformance::regulate(Actor& each, std::int64_t lookahead) {
  ASSERT_OK(each.regulate(lookahead));
  settle();
  EXPECT_EQ(each.lines.empty() ? "" : words(each.lines.back()).at(0), "regulating");
  each.lines.clear();
}

void Conformance::constrain(Actor& each) {
  ASSERT_OK(each.constrain());
  settle();
  EXPECT_EQ(each.lines.empty() ? "" : words(each.lines.back()).at(0), "constrained");
  each.lines.clear();
}

}  // namespace orrery::rti::testing::conformance
