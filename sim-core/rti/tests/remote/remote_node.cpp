#include "remote_node.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "orrery/base/clock.hpp"

#include "marshal.hpp"
#include "remote_ambassador.hpp"

namespace orrery::rti::testing {

namespace {

// Nothing is sent while as many rounds end alike: what was sent before the first has come by the last, and so would
// an answer to it have been counted.
constexpr int quiet_rounds = 3;
constexpr int most_rounds = 1000;
constexpr std::int64_t most_of_best_effort_ns = 2'000'000'000;

template <auto Callback>
struct Make {
  static void run(FederateAmbassador& federate, Reader& in) { call(Callback, federate, in); }

 private:
  template <class... Arguments>
  static void call(void (FederateAmbassador::*callback)(Arguments...), FederateAmbassador& federate,
                   Reader& in) {
    std::tuple<marshal::kept<Arguments>...> kept{in.take<marshal::kept<Arguments>>()...};
    std::apply([&](auto&... each) { (federate.*callback)(each...); }, kept);
  }
};
constexpr auto callbacks = Callbacks::map<void (*)(FederateAmbassador&, Reader&), Make>();

// Places of services that ask the own node alone.
template <auto... Some>
constexpr std::array<bool, Services::size> places(Table<Some...> /*of*/) {
  std::array<bool, Services::size> all{};
  ((all[Services::place<Some>()] = true), ...);
  return all;
}
constexpr auto changes_nothing = places(Questions());

bool evokes(std::uint16_t service) {
  return service == Services::place<&RtiAmbassador::evoke_callback>() ||
         service == Services::place<&RtiAmbassador::evoke_multiple_callbacks>();
}

}  // namespace

std::unique_ptr<RtiAmbassador> RemoteNode::connect(FederateAmbassador& federate,
                                                   CallbackModel model) {
  if (model != CallbackModel::evoked) throw std::invalid_argument("callbacks must be evoked");
  return std::make_unique<RemoteAmbassador>(*this, federate);
}

std::vector<std::byte> RemoteNode::hear() {
  for (;;) {
    std::vector<std::byte> message = line_->hear();
    Reader in(message);
    const auto frame = in.take<Frame>();
    if (frame == Frame::reply) {
      message.erase(message.begin());
      return message;
    }
    if (frame != Frame::told) throw std::runtime_error("a node says what it must not");
    FederateAmbassador& federate = *federates_.at(in.take<std::uint32_t>());
    ++all_.callbacks_;
    callbacks.at(in.take<std::uint16_t>())(federate, in);
    --all_.callbacks_;
    all_.after(true);
    line_->say(Writer().put(Frame::returned).take());
  }
}

std::uint32_t RemoteNode::connected(FederateAmbassador& federate) {
  federates_.push_back(&federate);
  say(Writer().put(Frame::connect).take());
  const auto reply = hear();
  return Reader(reply).take<std::uint32_t>();
}

void RemoteNode::disconnect(std::uint32_t ambassador) {
  try {
    all_.before(*this, ambassador, false);
    say(Writer().put(Frame::disconnect).put(ambassador).take());
    (void)hear();
    all_.after(true);
  } catch (const std::exception& why) {
    ADD_FAILURE() << "disconnecting: " << why.what();
  }
}

std::vector<std::byte> RemoteNode::ask(const std::vector<std::byte>& request,
                                       std::uint32_t ambassador, std::uint16_t service) {
  const bool evoking = evokes(service);
  all_.before(*this, ambassador, evoking);
  say(request);
  std::vector<std::byte> reply = hear();
  all_.after(!evoking && !changes_nothing.at(service));
  return reply;
}

const NodeCounters& RemoteNode::counters() const {
  line_->say(Writer().put(Frame::counters).take());
  const auto reply = line_->hear();
  Reader in(reply);
  (void)in.take<Frame>();
  counters_ = in.take<NodeCounters>();
  return counters_;
}

RemoteNodes::RemoteNodes(std::vector<std::unique_ptr<Line>> lines, const SavesOfNode& saves,
                         std::uint64_t best_effort_copies)
    : best_effort_copies_(best_effort_copies) {
  for (auto& line : lines) nodes_.push_back(std::make_unique<RemoteNode>(*this, std::move(line)));
  for (auto& node : nodes_) {
    node->say(Writer().put(Frame::begin).put(saves.directory).put(saves.most_bytes).take());
  }
  for (auto& node : nodes_) (void)node->hear();
}

void RemoteNodes::end(bool again) {
  for (auto& node : nodes_) node->say(Writer().put(Frame::end).put(again).take());
  for (auto& node : nodes_) (void)node->hear();
}

void RemoteNodes::before(const RemoteNode& node, std::uint32_t ambassador, bool evokes) {
  if (callbacks_ > 0) return;
  const std::pair speaks{&node, ambassador};
  if (!settled_ && (evokes || speaks != speaker_)) settle();
  speaker_ = speaks;
}

std::vector<Settled> RemoteNodes::settle_once() {
  for (auto& node : nodes_) node->say(Writer().put(Frame::settle).take());
  std::vector<Settled> all;
  for (auto& node : nodes_) {
    const auto reply = node->hear();
    all.push_back(Reader(reply).take<Settled>());
  }
  return all;
}

void RemoteNodes::settle() {
  const std::int64_t deadline = base::now_ns() + most_of_best_effort_ns;
  const auto all_came = [&](const std::vector<Settled>& all) {
    std::uint64_t sent = 0;
    std::uint64_t came = 0;
    for (const Settled& each : all) {
      sent += each.best_effort_sent;
      came += each.best_effort_came;
    }
    return came >= sent * best_effort_copies_ || base::now_ns() > deadline;
  };
  std::vector<Settled> last = settle_once();
  int alike = 1;
  for (int round = 1; alike < quiet_rounds || !all_came(last); ++round) {
    std::vector<Settled> now = settle_once();
    alike = now == last ? alike + 1 : 1;
    last = std::move(now);
    if (round < most_rounds) continue;
    ADD_FAILURE() << "the nodes do not settle";
    break;
  }
  settled_ = true;
}

}  // namespace orrery::rti::testing
