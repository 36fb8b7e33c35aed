// Messages to a node of two from the other, whatever that says: first byte, which of them orders; then messages, each
// after its length in two bytes. With ORRERY_FUZZ_SEEDS set it writes seeds into that folder and ends.
#include <cstdlib>
#include <fstream>

#include "peer.hpp"
#include "wire_samples.hpp"

namespace orrery::rti::testing {
namespace {

constexpr int most_messages = 60;

void run(Bytes input) {
  if (input.empty()) return;
  const std::uint32_t self = std::to_integer<std::uint32_t>(input.front()) & 1;
  input = input.subspan(1);
  NodeWithPeer both(self);
  Federate me(*both.node);
  const auto say = [&](const Message& message) {
    (void)both.peer->send_now(message);
    me.drain();
    while (both.peer->peek().io == transport::Io::ok) both.peer->release();
  };
  std::uint64_t placed = 0;
  Operation create{.kind = OperationKind::create};
  create.text = "test";
  for (const FomModule& module : test_modules()) {
    create.texts.insert(create.texts.end(), {module.designator, module.source});
  }
  Operation join{.kind = OperationKind::join};
  join.text = "test";
  join.texts = {"other", "tester"};
  say(body(create));
  // Who gives the order may say what is next before it is there.
  if (self == 1) {
    for (const std::uint32_t origin : {0U, 1U, 0U}) say(ordered(++placed, origin));
  }
  if (!me.rti->join_federation_execution("me", "tester", "test").ok()) std::abort();
  say(body(join));
  me.publish("Vehicle", {"Position", "Speed"});
  me.subscribe("Vehicle", {"Position", "Speed"});
  (void)me.rti->subscribe_interaction_class(me.interaction_class("Fire"));
  const auto car = me.rti->register_object_instance(me.object_class("Vehicle"));
  if (!car.ok()) std::abort();
  (void)me.rti->enable_time_regulation(float64_interval(1));
  (void)me.rti->enable_time_constrained();
  while (self == 1 && placed < 9) say(ordered(++placed, 1));
  say(epoch());
  const auto speed = me.attribute("Vehicle", "Speed");
  for (int i = 1; input.size() >= 2 && i <= most_messages; ++i) {
    const std::size_t said =
        std::to_integer<std::size_t>(input[0]) | std::to_integer<std::size_t>(input[1]) << 8U;
    input = input.subspan(2);
    const Bytes next = input.first(std::min(said, input.size()));
    input = input.subspan(next.size());
    say(Message(next.begin(), next.end()));
    if (self == 1) say(ordered(both.node->counters().operations + 1, 0));
    if (i % 8 == 0) {
      (void)me.update(*car, speed, "still here");
      (void)me.rti->time_advance_request(float64_time(i));
    }
  }
  both.node->forget();  // nobody answers a good-bye
}

void write_seeds(const std::string& folder) {
  int files = 0;
  for (std::uint32_t self = 0; self < 2; ++self) {
    const auto all = samples(1 - self, (std::uint64_t{1} << 32U) + 1, true);
    for (std::size_t first = 0; first < all.size(); first += 5) {
      std::ofstream file(folder + "/" + std::to_string(files++), std::ios::binary);
      file.put(static_cast<char>(self));
      for (std::size_t i = first; i < std::min(first + 5, all.size()); ++i) {
        file.put(static_cast<char>(all[i].size() & 0xFFU));
        file.put(static_cast<char>(all[i].size() >> 8U));
        file.write(reinterpret_cast<const char*>(all[i].data()),
                   static_cast<std::streamsize>(all[i].size()));
      }
    }
  }
}

}  // namespace
}  // namespace orrery::rti::testing

extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** /*words*/) {
  if (const char* folder = std::getenv("ORRERY_FUZZ_SEEDS"); folder != nullptr) {
    orrery::rti::testing::write_seeds(folder);
    std::exit(0);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  orrery::rti::testing::run(std::as_bytes(std::span(bytes, size)));
  return 0;
}
