#include "remote_node.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <utility>

#include "orrery/base/clock.hpp"

#include "../world.hpp"
#include "marshal.hpp"
#include "remote_ambassador.hpp"

namespace orrery::rti::testing {

namespace {

constexpr std::int64_t most_of_best_effort_ns = 2'000'000'000;
// Then what is awaited is on its way by a network, or is being repeated.
constexpr int prompt_rounds = 16;
constexpr auto nap = std::chrono::microseconds(200);

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

std::string said(const std::vector<Settled>& all) {
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto add = [&](const char* what, const Settled::Moved& moved) {
      text += std::string(", ") + what + " " + std::to_string(moved.sent) + " sent and " +
              std::to_string(moved.came) + " come";
    };
    text += (i == 0 ? "node " : "; node ") + std::to_string(i);
    add("channels", all[i].channels);
    add("reliable", all[i].reliable);
    add("best effort", all[i].best_effort);
    text += ", " + std::to_string(all[i].waiting) + " waiting";
  }
  return text;
}

bool evokes(std::uint16_t service) {
  return service == Services::place<&RtiAmbassador::evoke_callback>() ||
         service == Services::place<&RtiAmbassador::evoke_multiple_callbacks>();
}

}  // namespace

std::unique_ptr<RtiAmbassador> RemoteNode::connect(FederateAmbassador& federate,
                                                   CallbackModel model) {
  return std::make_unique<RemoteAmbassador>(*this, federate, model);
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
    line_->say(Writer().put(Frame::heard).take());
    FederateAmbassador& federate = *federates_.at(in.take<std::uint32_t>());
    ++all_.callbacks_;
    callbacks.at(in.take<std::uint16_t>())(federate, in);
    --all_.callbacks_;
    all_.after(true);
    line_->say(Writer().put(Frame::returned).take());
  }
}

// Immediate callbacks come while the nodes settle.
bool RemoteNode::pump() {
  all_.settle();
  return false;
}

std::uint32_t RemoteNode::connected(FederateAmbassador& federate, CallbackModel model) {
  federates_.push_back(&federate);
  say(Writer().put(Frame::connect).put(model).take());
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
  if (evokes || speaks != speaker_) settle();
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

bool RemoteNodes::all_has_come(const std::vector<Settled>& all, bool patient) const {
  Settled sum;
  for (const Settled& each : all) {
    const auto add = [](Settled::Moved& to, const Settled::Moved& moved) {
      to.sent += moved.sent;
      to.came += moved.came;
    };
    add(sum.channels, each.channels);
    add(sum.reliable, each.reliable);
    add(sum.best_effort, each.best_effort);
    sum.waiting += each.waiting;
  }
  // Data goes to all, and who is not concerned looks away.
  const std::uint64_t others = all.size() - 1;
  return sum.waiting == 0 && sum.channels.came == sum.channels.sent &&
         sum.reliable.came == sum.reliable.sent * others &&
         (!patient || sum.best_effort.came >= sum.best_effort.sent * best_effort_copies_);
}

void RemoteNodes::settle() {
  if (settled_) return;
  const std::int64_t begun = base::now_ns();
  for (int round = 0;; ++round) {
    std::vector<Settled> now = settle_once();
    const bool patient = base::now_ns() < begun + most_of_best_effort_ns;
    const bool alike = now == last_;
    last_ = std::move(now);
    if (alike && all_has_come(last_, patient)) break;
    if (std::ranges::any_of(last_, &Settled::order_lost)) {
      ADD_FAILURE() << "a node has lost the others";
      break;
    }
    if (base::now_ns() > begun + watchdog_ns) {
      ADD_FAILURE() << "the nodes do not settle: " << said(last_);
      break;
    }
    if (round >= prompt_rounds) std::this_thread::sleep_for(nap);
  }
  settled_ = true;
}

}  // namespace orrery::rti::testing
