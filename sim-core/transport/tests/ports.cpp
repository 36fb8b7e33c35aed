#include "ports.hpp"

#include <unistd.h>

#include <atomic>

namespace orrery::transport::testing {

std::string fresh_token() {
  static std::atomic<unsigned> count{0};
  return "test-" + std::to_string(::getpid()) + "-" + std::to_string(base::now_ns()) + "-" +
         std::to_string(++count);
}

Member make_member(const Recipe& recipe, const std::string& token, PartyId self) {
  Member member{make_bell(), nullptr};
  if (recipe.reliable == Layer::dds || recipe.reliable == Layer::dds_best_effort) {
    auto dds = make_dds_port({.self = self,
                              .reliable = recipe.reliable == Layer::dds,
                              .run_token = token,
                              .window_packets = recipe.nak.window_packets,
                              .eviction_ns = recipe.nak.eviction_ns,
                              .loss = recipe.third_party_loss},
                             member.bell);
    EXPECT_TRUE(dds.ok()) << dds.error().message;
    member.port = std::move(*dds);
    return member;
  }
  if (recipe.reliable == Layer::norm) {
    auto norm = make_norm_port({.self = self,
                                .run_token = token,
                                .window_packets = recipe.nak.window_packets,
                                .eviction_ns = recipe.nak.eviction_ns,
                                .loss = recipe.third_party_loss},
                               member.bell);
    EXPECT_TRUE(norm.ok()) << norm.error().message;
    member.port = std::move(*norm);
    static std::atomic<int> instances{0};
    const ::testing::TestInfo* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    if (test->result()->test_property_count() == 0) instances = 0;  // a test's first
    ::testing::Test::RecordProperty("norm_instances", ++instances);
    return member;
  }
  auto made =
      make_datagram_port({.kind = recipe.kind, .self = self, .run_token = token}, member.bell);
  EXPECT_TRUE(made.ok()) << made.error().message;
  auto built = build_chain(std::move(*made), recipe.below);
  EXPECT_TRUE(built.ok()) << built.error().message;
  member.port = std::move(*built);
  if (recipe.reliable != Layer::none) {
    auto reliable =
        recipe.reliable == Layer::nak
            ? make_nak_multicast(std::move(member.port), recipe.nak)
            : make_region_multicast(std::move(member.port), RegionOptions{.nak = recipe.nak});
    EXPECT_TRUE(reliable.ok()) << reliable.error().message;
    member.port = std::move(*reliable);
    built = build_chain(std::move(member.port), recipe.above);
    EXPECT_TRUE(built.ok()) << built.error().message;
    member.port = std::move(*built);
  }
  return member;
}

Cast::Cast(const Recipe& recipe, PartyId count) : token(fresh_token()) {
  for (PartyId self = 0; self < count; ++self) members.push_back(make_member(recipe, token, self));
  connect(0, cast_stream);
}

void Cast::connect(PartyId sender, StreamId stream) {
  const bool multicast = find_layer(*members[sender].port, "multicast") != nullptr;
  std::vector<std::string> endpoints;
  std::vector<PartyId> receivers;
  const std::string group = multicast_endpoint(token, stream);
  for (PartyId other = 0; other < members.size(); ++other) {
    if (other == sender) continue;
    receivers.push_back(other);
    endpoints.push_back(members[other].port->endpoint());
    const base::Status joined = members[other].port->join(stream, multicast ? group : "");
    EXPECT_TRUE(joined.ok()) << joined.error().message;
  }
  if (multicast) endpoints.assign(1, group);
  EXPECT_TRUE(members[sender].port->open(stream, endpoints).ok());
  if (ReliablePort* reliable = find_reliable(*members[sender].port)) {
    EXPECT_TRUE(reliable->expect(stream, receivers).ok());
  }
}

void Cast::pump() {
  for (Member& member : members) {
    if (member.port) member.port->pump();
  }
}

Arrived await(Cast& cast, Port& port) {
  const std::int64_t deadline = watchdog();
  while (base::now_ns() < deadline) {
    cast.pump();
    const Arrived got = port.peek();
    if (got.io != Io::empty) return got;
  }
  return {};
}

}  // namespace orrery::transport::testing
