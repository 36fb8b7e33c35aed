// The intent of a node: measures with send windows, and sets what the controller chooses. Works when the node is polled.
#pragma once

#include <cstdint>
#include <memory>

#include "orrery/base/histogram.hpp"
#include "orrery/rti/basic_node.hpp"
#include "orrery/rti/intent.hpp"

#include "data/send_windows.hpp"
#include "intents/controller.hpp"
#include "net/net.hpp"

namespace orrery::rti {

class Intents final : private SendWindows::Observer {
 public:
  Intents(Net& net, SendWindows& windows, const NodeCounters& counters)
      : net_(net), windows_(windows), counters_(counters) {}

  // Measures from here on. A new intent begins with settings of its own; the same intent keeps those that it has found. After
  // an intent that chooses settings, those of before are set again.
  void change(const Intent& intent);
  [[nodiscard]] IntentReport report() const;

 private:
  struct Working {
    Working(const Intent& wanted, const IntentSettings& first)
        : intent(wanted), before(first), controller(wanted, first) {}
    Intent intent;
    IntentSettings before;
    IntentController controller;
    base::Histogram latency = {};
    std::uint64_t changes = 0;
  };

  void took(std::int64_t ns) override;
  void work() override {
    if (working_->controller.has_round()) choose();
  }
  void choose();
  void set(const IntentSettings& settings);

  Net& net_;
  SendWindows& windows_;
  const NodeCounters& counters_;
  std::unique_ptr<Working> working_;  // null: no intent
};

}  // namespace orrery::rti
