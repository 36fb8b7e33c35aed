// What the checks of each service group run on: three federates, a, b and c, in every layout.
//
// A layout is where their nodes are, and how data goes between them: all on one node, or on three nodes in threads, in
// processes, or on hosts (layout.hpp). The check itself is one thread, and asserts the same in all of them: before a
// federate's call what the others did before has come to its node (remote/remote_node.hpp).
#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "remote/served_nodes.hpp"
#include "world.hpp"

namespace orrery::rti::testing {

struct Layout {
  Where where = Where::one_node;
  Way way = transport::Kind::thread;
};
std::string to_string(const Layout& layout);
inline void PrintTo(const Layout& layout, std::ostream* out) { *out << to_string(layout); }

// Those of this run.
std::vector<Layout> layouts();
inline const auto every_layout = ::testing::ValuesIn(layouts());
// For checks that look into a node, or count what another layout counts otherwise: none over hosts.
std::vector<Layout> one_node();
inline const auto one_node_only = ::testing::ValuesIn(one_node());
inline std::string layout_name(const ::testing::TestParamInfo<Layout>& each) {
  return to_string(each.param);
}

// Nodes in the layout of the check.
class InLayout : public ::testing::TestWithParam<Layout> {
 protected:
  // What each check begins with; SetUp() is the layout's.
  virtual void begin() {}
  virtual void leave() {}  // federates go

  void SetUp() final;
  void TearDown() final;
  // The nodes anew. Their federates must be gone.
  void start_nodes(const SavesOfNode& saves = {});
  // The node of the federate of that number.
  Node& node_of(std::size_t federate) { return single_ ? *single_ : served_->at(federate); }
  // So many nodes there are.
  [[nodiscard]] std::size_t nodes() const { return single_ ? 1 : ServedNodes::count; }
  [[nodiscard]] bool on_one_node() const { return single_ != nullptr; }

 private:
  std::unique_ptr<Node> single_;
  std::unique_ptr<ServedNodes> served_;
};

// Federates of a kind, in a federation "test".
template <class Of, std::size_t count = 3>
class FederatesOf : public InLayout {
 protected:
  void begin() override {
    connect();
    ASSERT_OK(a().rti->create_federation_execution("test", modules()));
  }
  void leave() override { feds.clear(); }
  void connect() {
    for (std::size_t i = 0; i < count; ++i) feds.push_back(std::make_unique<Of>(node_of(i)));
  }
  virtual const std::vector<FomModule>& modules() const { return test_modules(); }
  void join_all() {
    for (std::size_t i = 0; i < count; ++i)
      feds[i]->join(std::string(1, static_cast<char>('a' + i)));
  }
  // All that has been sent is delivered.
  void drain() {
    for (int round = 0; round < 3; ++round) {
      for (auto& each : feds) each->drain();
    }
  }
  Of& a() { return *feds[0]; }
  Of& b() { return *feds[1]; }
  Of& c() { return *feds[2]; }
  std::vector<std::unique_ptr<Of>> feds;
};
using Federates = FederatesOf<Federate>;

}  // namespace orrery::rti::testing
