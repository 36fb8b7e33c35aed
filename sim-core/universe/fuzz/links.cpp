// Fuzzes the messages of another node to a node's links, in steps and at their end (sized_inputs.hpp). A byte comes before
// each message. 0: the next step begins first; 1: the message is awaited as a report. Only messages that were taken are
// counted.
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <numeric>

#include "orrery/transport/transport.hpp"
#include "orrery/transport/wait_set.hpp"
#include "orrery/universe/node_report.hpp"

#include "node_links.hpp"
#include "sized_inputs.hpp"

namespace {

using namespace orrery;            // NOLINT(google-build-using-namespace)
using namespace orrery::universe;  // NOLINT(google-build-using-namespace)

void must(bool right) {
  if (!right) std::abort();
}

class Sink final : public RelaySink {
 public:
  bool deliver(std::span<const std::byte> message, StepSlot&) override {
    bytes_ += message.size();
    return true;
  }
  bool take_other(NodeIndex, std::span<const std::byte> message, StepSlot&) override {
    return read_header(message.data()).kind == MessageKind::neighbour_state;
  }

 private:
  std::size_t bytes_ = 0;
};

System two_nodes() {
  System system;
  system.entities_by_node = {4, 4};
  system.managers_by_node = {1, 1};
  return system;
}

}  // namespace

namespace orrery::testing {

void play(std::span<const std::byte> input) {
  const System system = two_nodes();
  auto bell = *base::Doorbell::create(base::Doorbell::Scope::local);
  auto far_bell = *base::Doorbell::create(base::Doorbell::Scope::local);
  auto pair = *transport::Transport::make_pair(
      transport::Kind::thread, {.max_message_bytes = 4096, .buffer_bytes = 64 * 1024}, bell,
      far_bell);
  auto set = *transport::WaitSet::create(bell, base::WaitStrategy::adaptive);
  {
    NodeLinks links(system, 0, false, [] { return true; });
    StepSlots slots;
    Sink sink;
    links.bind(slots, sink);
    std::vector<std::unique_ptr<transport::Channel>> channels(2);
    channels[1] = std::move(pair.a);
    must(links.attach(std::move(channels), *set).ok());
    std::uint64_t taken = 0;
    std::uint64_t closed = 0;
    while (!input.empty() && !links.failure()) {
      const auto way = std::to_integer<unsigned>(input[0]);
      input = input.subspan(1);
      if (way == 0) {
        const auto& old = slots.current().counts.by_kind;
        closed += std::accumulate(old.begin(), old.end(), std::uint64_t{0});
        slots.advance();
        slots.clear_previous();
      }
      const auto message = take_sized(input);
      if (message.size() > 4096) continue;
      must(pair.b->send_now(message) == transport::Io::ok);
      if (way == 1) {
        const NodeIndex from[] = {1};
        (void)links.collect(MessageKind::node_report, from,
                            [](NodeIndex, std::span<const std::byte> report) {
                              return report.size() == sizeof(NodeReport);
                            });
        continue;
      }
      auto got = NodeLinks::Taken::message;
      while (got == NodeLinks::Taken::message) {
        got = links.take_one(1);
        taken += got == NodeLinks::Taken::message ? 1 : 0;
      }
      if (got == NodeLinks::Taken::failed) must(links.failure().has_value());
      // A report stays in the channel until it is collected.
      if (message.size() >= sizeof(MessageHeader) &&
          read_header(message.data()).kind == MessageKind::node_report) {
        break;
      }
    }
    std::uint64_t counted = closed;
    for (const StepSlot* slot : {&slots.current(), &slots.previous()}) {
      counted += std::accumulate(slot->counts.by_kind.begin(), slot->counts.by_kind.end(),
                                 std::uint64_t{0});
    }
    must(counted <= taken);
  }
  pair.b->forget();
}

void write_seeds(const std::string& folder) {
  const System system = two_nodes();
  int files = 0;
  for (const bool ends : {false, true}) {
    for (std::uint16_t kind = 0; kind <= static_cast<std::uint16_t>(MessageKind::goodbye); ++kind) {
      std::ofstream file(folder + "/" + std::to_string(files++), std::ios::binary);
      const auto as = static_cast<MessageKind>(kind);
      std::size_t size = sizeof(MessageHeader);
      if (as == MessageKind::state_relay) size += system.state_bytes;
      if (as == MessageKind::state_complete) size = sizeof(CountMessage);
      if (as == MessageKind::neighbour_state) size += 16;
      if (as == MessageKind::node_report) size = sizeof(NodeReport);
      for (Step step = 0; step < 3; ++step) {
        std::vector<std::byte> message(size, std::byte{1});
        write_header(message.data(), {as, 0, 1, step});
        file.put(ends ? 1 : static_cast<char>(step == 0 ? 2 : 0));
        put_sized(file, message);
      }
    }
  }
}

}  // namespace orrery::testing
