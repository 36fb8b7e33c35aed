#include "figures.hpp"

#include <algorithm>
#include <string>

namespace orrery::workloads::messaging {

namespace {

using contracts::Better;
using contracts::Metric;

struct Named {
  Stage stage;
  const char* name;
  const char* title;
};

constexpr std::array<Named, stage_count> named{{
    {Stage::administration, "send.administration", "Sending: administration"},
    {Stage::connect, "send.connect", "Sending: connecting"},
    {Stage::pipe, "send.pipe", "Sending: into the mailer's pipe"},
    {Stage::transmit, "send.transmit", "Sending: transmitting"},
    {Stage::deliver, "send.deliver", "On the way, until the receiver finds it"},
    {Stage::read, "receive.read", "Receiving: into the buffer"},
    {Stage::unblock, "receive.unblock", "Unblocking the sender"},
}};

double at(const std::array<double, stage_count>& times, Stage stage) {
  return times[static_cast<std::size_t>(stage)];
}

// Whether the transport has the stage: only tcp_per_message connects for each message, and only the mailer has a pipe.
bool taken(Stage stage, transport::Kind kind) {
  if (stage == Stage::connect) return kind == transport::Kind::tcp_per_message;
  return stage != Stage::pipe || kind == transport::Kind::mailer;
}

}  // namespace

std::vector<Metric> run_metrics(const Load& load, transport::Kind kind, const Sent& sent,
                                const Account& account, std::uint64_t connections) {
  std::vector<Metric> metrics;
  const auto add = [&](const std::string& name, const std::string& title, double value,
                       const char* unit,
                       Better better) { metrics.push_back({name, title, value, unit, better}); };
  const auto lower = [&](const std::string& name, const std::string& title, double ns) {
    add(name, title, ns, "ns", Better::lower);
  };
  const auto middle = sent.stages.middle_ns();
  const double send = at(middle, Stage::administration) + at(middle, Stage::connect) +
                      at(middle, Stage::pipe) + at(middle, Stage::transmit);
  lower("send.total", "Sending, until the call returns", send);
  lower("latency", "Until the receiver has the message",
        send + at(middle, Stage::deliver) + at(middle, Stage::read));
  lower("receive.total", "Receiving: reading, unblocking, extracting",
        at(middle, Stage::read) + at(middle, Stage::unblock) + account.extract_ns);
  for (const auto& [name, fraction] : {std::pair{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}}) {
    lower(std::string("exchange.") + name, std::string("Exchange, ") + name,
          sent.stages.quantile_of_whole(fraction));
  }
  for (const Named& one : named) {
    if (!taken(one.stage, kind)) continue;
    lower(one.name, one.title, at(middle, one.stage));
    lower(std::string(one.name) + ".p99", std::string(one.title) + ", p99",
          sent.stages.quantile_of(one.stage, 0.99));
  }
  lower("receive.extract", "Receiving: extracting from the buffer", account.extract_ns);
  lower("receive.extract.p99", "Receiving: extracting from the buffer, p99",
        account.extract_p99_ns);
  if (load.streamed > 0) {
    const double seconds = static_cast<double>(std::max<std::int64_t>(1, sent.streaming_ns)) / 1e9;
    const auto messages = static_cast<double>(load.streamed);
    add("throughput.messages", "Messages a second, streamed", messages / seconds, "messages/s",
        Better::higher);
    add("throughput.bytes", "Throughput, streamed",
        messages * static_cast<double>(load.message_bytes) / seconds, "B/s", Better::higher);
  }
  if (kind == transport::Kind::tcp_per_message) {
    add("connections", "Connections that the sender made", static_cast<double>(connections),
        "count", Better::neither);
    add("time_wait.before", "Sockets in TIME-WAIT when measuring began",
        static_cast<double>(sent.time_wait_before), "count", Better::neither);
    add("time_wait.most", "Sockets in TIME-WAIT, most", static_cast<double>(sent.time_wait_most),
        "count", Better::lower);
  }
  return metrics;
}

}  // namespace orrery::workloads::messaging
