#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/one_node.hpp"
#include "orrery/workloads/face/process_use.hpp"

#include "ends.hpp"
#include "figures.hpp"
#include "receiver.hpp"
#include "sender.hpp"
#include "time_wait.hpp"

namespace orrery::workloads {

namespace messaging {
namespace {

// Tolerance of the check `parts`: the sum of all parts may differ from the time of the exchanges by this share. The sender's
// clock measures the time of the exchanges; some parts also depend on the receiver's clock.
constexpr double parts_may_miss = 0.1;

contracts::Check counted(const char* name, const char* title, std::uint64_t expected,
                         std::uint64_t found) {
  return {name, title, expected == found, std::to_string(expected), std::to_string(found)};
}

class MessagingRun final : public OneNode {
 public:
  explicit MessagingRun(const contracts::WorkerPlan& given)
      : OneNode(given), load_(load_of(given)) {}

  std::uint64_t oracle(const std::function<bool()>& stopped) override {
    const Content content(load_.message_bytes, load_.seed);
    Sum sum;
    for (std::uint64_t number = 0; number < load_.messages() && !stopped(); ++number) {
      sum.add(content.head(number));
    }
    return sum.value();
  }

 protected:
  MayFail make_ready() override;
  [[nodiscard]] Progress describe() const override {
    return {"Messages", "message_time", "Time of a message", load_.exchanges + load_.streamed};
  }
  [[nodiscard]] std::vector<Gauge> gauges() const override;
  [[nodiscard]] bool spans_nodes() const override { return true; }
  [[nodiscard]] std::string endpoint() const override { return ends_->endpoint(); }
  MayFail link(const std::vector<std::string>& endpoints, std::int64_t deadline_ns) override {
    return ends_->connect(endpoints, deadline_ns);
  }
  MayFail warm_up() override;
  MayFail measure() override;
  MayFail verify(contracts::WorkerResult& result) override;
  [[nodiscard]] std::vector<contracts::Metric> figures() const override;

 private:
  [[nodiscard]] transport::Kind kind() const { return ends_->own().channel().kind(); }
  [[nodiscard]] bool connects() const { return kind() == transport::Kind::tcp_per_message; }
  void check_parts(contracts::WorkerResult& result) const;

  const Load load_;
  std::unique_ptr<Ends> ends_;
  std::optional<Sender> sender_;
};

MayFail MessagingRun::make_ready() {
  auto ends = Ends::make(plan(), load_, host());
  if (auto* failure = std::get_if<Failure>(&ends)) return std::move(*failure);
  ends_ = std::move(std::get<std::unique_ptr<Ends>>(ends));
  return {};
}

std::vector<Gauge> MessagingRun::gauges() const {
  const bool per_message =
      plan().nodes.size() == 1
          ? plan().transports.local == contracts::LocalTransport::tcp_per_message
          : plan().transports.nodes == contracts::NodeTransport::tcp_per_message;
  if (!per_message) return {};
  return {{"time_wait", "Sockets in TIME-WAIT", "count",
           [] { return static_cast<double>(sockets_in_time_wait()); }}};
}

MayFail MessagingRun::warm_up() {
  if (auto failure = ends_->begin()) return failure;
  if (!ends_->sends()) return {};
  const std::int64_t patience_ns = std::int64_t{plan().transports.peer_timeout_ms} * 1'000'000;
  sender_.emplace(ends_->own(), load_, ends_->one_clock(), patience_ns, progress());
  return sender_->warm_up();
}

MayFail MessagingRun::measure() {
  if (sender_) {
    if (auto failure = sender_->exchange()) return failure;
    return sender_->stream();
  }
  auto received = receive_all(ends_->own(), load_, &progress());
  if (received) return {};
  return received.error().code == base::ErrorCode::peer_lost
             ? peer_lost(received.error(), "receiver")
             : failed(received.error(), "receiver");
}

void MessagingRun::check_parts(contracts::WorkerResult& result) const {
  const Sent& sent = sender_->sent();
  const double share =
      static_cast<double>(sent.stages.sum_ns()) / static_cast<double>(sent.exchanging_ns);
  char text[48];
  (void)std::snprintf(text, sizeof text, "%.1f %% of the time", share * 100);
  result.checks.push_back({"parts", "The parts of all exchanges add up to the time that they took",
                           std::abs(share - 1) <= parts_may_miss, "within 10 %", text});
}

MayFail MessagingRun::verify(contracts::WorkerResult& result) {
  if (!sender_) return {};
  const Account& account = sender_->account();
  const std::uint64_t bytes = load_.messages() * load_.message_bytes;
  const std::uint64_t expected = oracle(host().stopped);
  if (host().stopped()) return Failure{"stopped", "worker", "stopped while it was checked", ""};
  result.checks.push_back(
      counted("messages", "Messages received", load_.messages(), account.messages));
  result.checks.push_back(counted("bytes", "Bytes received", bytes, account.bytes));
  result.checks.push_back(counted("damaged", "Messages damaged on the way", 0, account.damaged));
  result.checks.push_back(
      counted("misplaced", "Messages out of their order", 0, account.misplaced));
  result.checks.push_back({"content", "What was received is what was to be sent",
                           account.sum == expected, hexadecimal(expected),
                           hexadecimal(account.sum)});
  if (connects()) {
    result.checks.push_back(
        counted("connections", "A connection for each message and its answer",
                load_.messages() + load_.exchanged(),
                ends_->own().channel().counters().connections + account.connections));
  }
  check_parts(result);
  result.messages = {{"message", "Messages", load_.messages(), account.messages, account.bytes}};
  result.run_messages = result.messages;
  result.run_state_checksum = account.sum;
  if (ends_->receiver_pid() != 0) {
    result.processes.push_back(process_use("receiver", ends_->receiver_pid(), account.use));
  }
  return {};
}

std::vector<contracts::Metric> MessagingRun::figures() const {
  if (!sender_) return {};
  return run_metrics(load_, kind(), sender_->sent(), sender_->account(),
                     ends_->own().channel().counters().connections);
}

}  // namespace
}  // namespace messaging

std::unique_ptr<Workload> make_messaging(const contracts::WorkerPlan& plan) {
  return std::make_unique<messaging::MessagingRun>(plan);
}

}  // namespace orrery::workloads
