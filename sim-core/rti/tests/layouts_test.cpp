// The suite of service groups runs over every transport that a run can choose.
#include <algorithm>
#include <set>
#include <string>

#include "orrery/contracts/contracts.hpp"

#include "federates.hpp"
#include "nodes.hpp"

namespace orrery::rti::testing {
namespace {

using contracts::BestEffortProtocol;
using contracts::NodeTransport;
using contracts::ReliableProtocol;

// By a contract's numbers: from 0, without gaps.
template <class Choice>
std::vector<Choice> all() {
  std::vector<Choice> choices;
  while (!to_string(static_cast<Choice>(choices.size())).empty()) {
    choices.push_back(static_cast<Choice>(choices.size()));
  }
  return choices;
}

Data data_of(ReliableProtocol protocol) {
  switch (protocol) {
    case ReliableProtocol::channels:
      return Data::channels;
    case ReliableProtocol::nak_multicast:
      return Data::nak;
    case ReliableProtocol::region_multicast:
      return Data::region;
    case ReliableProtocol::dds:
      return Data::dds;
    case ReliableProtocol::norm:
      return Data::norm;
  }
  return {};
}

Data data_of(BestEffortProtocol protocol) {
  switch (protocol) {
    case BestEffortProtocol::udp:
      return Data::udp;
    case BestEffortProtocol::multicast:
      return Data::multicast;
    case BestEffortProtocol::dds:
      return Data::dds_best_effort;
  }
  return {};
}

class Layouts : public ::testing::Test {
 protected:
  void SetUp() override {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "a sanitizer's layouts are some of them";
#endif
    if (host_layout()) GTEST_SKIP() << "not every transport reaches another host";
    for (const Layout& layout : layouts()) {
      if (layout.where == Where::one_node) continue;
      kinds_.emplace(to_string(layout.way.kind));
      const std::vector<Data> ports = ports_of(layout.way.data);
      data_.insert(ports.begin(), ports.end());
      if (ports.empty()) data_.insert(Data::channels);
    }
  }
  template <class Protocol>
  void expect_all() const {
    for (const Protocol protocol : all<Protocol>()) {
      const Data data = data_of(protocol);
      EXPECT_TRUE(!is_built_in(data) || data_.contains(data)) << to_string(protocol);
    }
  }

  std::set<std::string, std::less<>> kinds_;
  std::set<Data> data_;
};

TEST_F(Layouts, HaveEveryTransportBetweenNodes) {
  ASSERT_GT(all<NodeTransport>().size(), 1U);
  for (const NodeTransport transport : all<NodeTransport>()) {
    if (transport == NodeTransport::auto_) continue;
    EXPECT_TRUE(kinds_.contains(to_string(transport))) << to_string(transport);
  }
}

TEST_F(Layouts, HaveEveryProtocolOfData) {
  ASSERT_GT(all<ReliableProtocol>().size() + all<BestEffortProtocol>().size(), 2U);
  expect_all<ReliableProtocol>();
  expect_all<BestEffortProtocol>();
}

}  // namespace
}  // namespace orrery::rti::testing
