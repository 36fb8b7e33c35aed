// Files of saves that carry the right checksum and say what no RTI has saved: refused before anything is changed, or so
// harmless that the federation goes on with it. Altered at random from seeds, the same every time.
#include <fstream>

#include "orrery/base/random.hpp"

#include "keepers.hpp"
#include "saving/snapshot_file.hpp"

namespace orrery::rti::testing {
namespace {

constexpr std::size_t most_bytes = 1U << 20;

class SavedFiles : public Keepers {
 protected:
  // Of all that is saved there is something in the file.
  void prepare() {
    place = a().attribute("Bird", "Place");
    song = a().attribute("Bird", "Song");
    ring = a().attribute("Bird", "Ring");
    const auto bird = a().object_class("Bird");
    const auto call = a().interaction_class("Call");
    for (Keeper* each : {&a(), &b()}) {
      each->publish("Bird", {"Place", "Song", "Ring"});
      ASSERT_OK(each->rti->publish_interaction_class(call));
      ASSERT_OK(each->rti->enable_attribute_scope_advisory_switch());
    }
    b().subscribe("Bird", {"Ring", "Place"});
    c().subscribe("Bird.Owl", {"Ring"});
    ASSERT_OK(b().rti->subscribe_interaction_class(call));
    const auto eyes = region(b(), {{"x", {0, 100}}});
    const auto ears = region(c(), {{"x", {0, 500}}, {"y", {0, 500}}});
    const AttributeRegions seen = in({song}, {eyes});
    ASSERT_OK(b().rti->subscribe_object_class_attributes_with_regions(bird, std::span(&seen, 1)));
    ASSERT_OK(c().rti->subscribe_interaction_class_with_regions(call, std::span(&ears, 1)));
    a().regulate(1);
    b().constrain();
    ASSERT_OK(a().rti->reserve_object_instance_name("Heron"));
    ASSERT_OK(a().rti->reserve_object_instance_name("Later"));
    drain();
    const auto wings = region(a(), {{"x", {50, 60}}, {"y", {0, 9}}});
    const AttributeRegions at = in({place}, {wings});
    heron = *a().rti->register_object_instance_with_regions(bird, std::span(&at, 1), "Heron");
    const auto other = *a().rti->register_object_instance(bird);
    drain();
    ASSERT_OK(a().rti->request_attribute_transportation_type_change(heron, std::span(&ring, 1),
                                                                    TransportationType::one_shot));
    ASSERT_OK(a().rti->request_attribute_transportation_type_change(
        other, std::span(&ring, 1), TransportationType::state_consistent));
    drain();
    ASSERT_OK(a().update(other, ring, "newest"));
    for (const double time : {5.0, 8.0}) {
      ASSERT_OK(a().update(heron, place, "place", float64_time(time)));
      ASSERT_OK(a().update(heron, ring, "ring", float64_time(time)));
      ASSERT_OK(a().rti->send_interaction_with_regions(call, {}, std::span(&wings, 1), {},
                                                       float64_time(time)));
    }
    ASSERT_OK(b().rti->time_advance_request(float64_time(2)));
    ASSERT_OK(a().rti->time_advance_request(float64_time(3)));
    drain();
    ASSERT_OK(a().update(heron, song, "waits for an advance"));
    ASSERT_OK(b().rti->attribute_ownership_acquisition(other, std::span(&ring, 1)));
    ASSERT_OK(a().rti->register_federation_synchronization_point("go", {}));
    drain();
    ASSERT_OK(a().rti->synchronization_point_achieved("go"));
    ASSERT_OK(a().rti->request_federation_save("noon"));
    drain();
    save_all();
    const auto read = read_snapshot(path(), most_bytes);
    ASSERT_OK(read);
    whole = *read;
  }
  [[nodiscard]] std::string path() const { return folder.path() + "/test.noon.node0.save"; }

  void put(const std::vector<std::byte>& state) {
    std::uint64_t sum = 0xcbf29ce484222325U;
    for (const std::byte each : state) {
      sum = (sum ^ std::to_integer<std::uint64_t>(each)) * 0x100000001b3U;
    }
    const std::uint64_t size = state.size();
    std::ofstream out(path(), std::ios::binary | std::ios::trunc);
    out << "ORRSAVE9";
    out.write(reinterpret_cast<const char*>(&size), sizeof size);
    out.write(reinterpret_cast<const char*>(&sum), sizeof sum);
    out.write(reinterpret_cast<const char*>(state.data()), static_cast<std::streamsize>(size));
  }
  // True: it was restored.
  bool restores() {
    for (auto& each : feds) {
      each->refused.clear();
      each->to_restore.clear();
      each->restored = false;
    }
    EXPECT_TRUE(a().rti->request_federation_restore("noon").ok());
    drain();
    if (!a().refused.empty()) {
      EXPECT_NE(a().refused.find(path()), std::string::npos) << a().refused;
      EXPECT_NE(a().refused.find("restore another save"), std::string::npos) << a().refused;
      EXPECT_TRUE(a().to_restore.empty());
      return false;
    }
    for (auto& each : feds) each->restore_when_told();
    drain();
    return true;
  }
  // All that looks at what was restored. Whatever it answers, the federation goes on.
  void use() {
    for (auto& each : feds) {
      Keeper& me = *each;
      std::vector<ObjectInstanceHandle> objects{heron, {1}, {2}, {3}, {heron.value + 1}};
      for (const auto object : objects) {
        for (const auto attribute : {place, song, ring, AttributeHandle{0}}) {
          (void)me.update(object, attribute, "x");
          (void)me.update(object, attribute, "x", float64_time(40));
          (void)me.rti->query_attribute_ownership(object, attribute);
          (void)me.rti->query_attribute_transportation_type(object, attribute);
          (void)me.rti->request_attribute_value_update(object, std::span(&attribute, 1));
          (void)me.rti->attribute_ownership_acquisition(object, std::span(&attribute, 1));
          (void)me.rti->attribute_ownership_release_denied(object, std::span(&attribute, 1));
        }
      }
      (void)me.rti->synchronization_point_achieved("go");
      (void)me.rti->register_object_instance(me.object_class("Bird"));
      (void)me.rti->send_interaction(me.interaction_class("Call"), {});
      me.subscribe("Bird", {"Song", "Ring"});
      (void)region(me, {{"x", {0, 700}}});
      for (std::uint64_t i = 1; i < 4; ++i) {
        const RegionHandle own{(std::uint64_t{me.handle.value} << 32) | i};
        (void)me.rti->set_range_bounds(own, *me.rti->get_dimension_handle("x"), {3, 70});
        (void)me.rti->commit_region_modifications(std::span(&own, 1));
        (void)me.rti->delete_region(own);
      }
      (void)me.rti->enable_asynchronous_delivery();
      (void)me.rti->query_galt();
      (void)me.rti->time_advance_request(float64_time(50));
    }
    drain();
    for (auto& each : feds) {
      (void)each->rti->unconditional_attribute_ownership_divestiture(heron, std::span(&song, 1));
      (void)each->rti->disable_time_constrained();
      (void)each->rti->delete_object_instance(heron);
    }
    drain();
    for (auto& each : feds) each->reflected.clear();
  }

  AttributeHandle place;
  AttributeHandle song;
  AttributeHandle ring;
  ObjectInstanceHandle heron;
  std::vector<std::byte> whole;
};

void alter(std::vector<std::byte>& state, base::Random& random) {
  const std::uint64_t values[] = {0,          1,         2,          3,
                                  255,        0x7FFF,    0xFFFF,     INT32_MAX,
                                  UINT32_MAX, INT64_MAX, UINT64_MAX, random.below(64)};
  const std::size_t at = random.below(state.size());
  const std::size_t left = state.size() - at;
  switch (random.below(8)) {
    case 0:
      state.resize(at);
      return;
    case 1:
      state.erase(state.begin() + static_cast<std::ptrdiff_t>(at),
                  state.begin() + static_cast<std::ptrdiff_t>(at + random.below(left) % 40));
      return;
    case 2: {
      const std::vector<std::byte> part(
          state.begin() + static_cast<std::ptrdiff_t>(at),
          state.begin() + static_cast<std::ptrdiff_t>(at + random.below(left) % 40));
      state.insert(state.begin() + static_cast<std::ptrdiff_t>(at), part.begin(), part.end());
      return;
    }
    case 3:
    case 4:
      state[at] = static_cast<std::byte>(random.below(256));
      return;
    case 5: {  // a value from elsewhere
      const std::size_t from = random.below(state.size());
      const std::size_t bytes = std::min({std::size_t{8}, left, state.size() - from});
      std::memmove(state.data() + at, state.data() + from, bytes);
      return;
    }
    default: {
      const std::uint64_t value = values[random.below(std::size(values))];
      const std::size_t bytes = std::min(left, std::size_t{1} << random.below(4));
      std::memcpy(state.data() + at, &value, bytes);
    }
  }
}

TEST_F(SavedFiles, WhateverAFileSaysTheFederationGoesOn) {
  prepare();
  int restored = 0;
  int refused = 0;
  base::Random random(5, 5);
  for (int round = 0; round < 1000; ++round) {
    std::vector<std::byte> altered = whole;
    for (std::uint64_t n = 1 + random.below(2); n > 0 && !altered.empty(); --n) {
      alter(altered, random);
    }
    put(altered);
    if (restores()) {
      ++restored;
      use();
    } else {
      ++refused;
    }
    ASSERT_TRUE(a().rti->query_galt().ok()) << "round " << round;
    ASSERT_FALSE(HasFailure()) << "round " << round;
  }
  EXPECT_GT(restored, 50);
  EXPECT_GT(refused, 300);
  // What was saved is there, whatever was tried.
  put(whole);
  ASSERT_TRUE(restores());
  EXPECT_EQ(*a().rti->get_object_instance_handle("Heron"), heron);
  EXPECT_EQ(*a().rti->query_logical_time(), float64_time(3));
}

}  // namespace
}  // namespace orrery::rti::testing
