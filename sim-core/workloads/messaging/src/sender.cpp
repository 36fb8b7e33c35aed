#include "sender.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "orrery/base/clock.hpp"
#include "orrery/workloads/face/peers.hpp"

#include "time_wait.hpp"

namespace orrery::workloads::messaging {

namespace {

using base::WaitOutcome;
using transport::Io;

constexpr std::uint64_t sender_looks_every = 64;  // messages between two calls of stopped()
constexpr std::uint64_t sockets_every = 1'000;  // messages between two reads of the TIME-WAIT count

}  // namespace

Sender::Sender(End& end, const Load& load, bool one_clock, std::int64_t patience_ns,
               std::atomic<std::uint64_t>& progress)
    : end_(end),
      load_(load),
      one_clock_(one_clock),
      patience_ns_(patience_ns),
      progress_(progress),
      content_(load.message_bytes, load.seed),
      sent_{.stages = Stages(load.exchanges)} {}

Failure Sender::late(WaitOutcome outcome) const {
  if (outcome == WaitOutcome::cancelled) {
    return {"stopped", "sender", "stopped at message " + std::to_string(number_), ""};
  }
  const std::string waited = "message " + std::to_string(number_ + 1) + " of " +
                             std::to_string(load_.messages()) + " has waited " +
                             std::to_string(patience_ns_ / 1'000'000) + " ms";
  // The receiver's answers take local ports too, so the sender's own counter may stay 0.
  const bool per_message = end_.channel().kind() == transport::Kind::tcp_per_message;
  if (per_message &&
      (end_.channel().counters().no_port > 0 || sockets_in_time_wait() >= local_ports())) {
    return {"out_of_ports", "sender",
            waited + " for a local port: " + std::to_string(sockets_in_time_wait()) +
                " sockets are in TIME-WAIT, and connections are made from " +
                std::to_string(local_ports()) + " ports",
            "send fewer messages (workload.exchanges, workload.streamed, "
            "workload.warmup_messages), keep the connection (transport tcp), or widen the node's "
            "net.ipv4.ip_local_port_range"};
  }
  return {"peer_lost", "sender", waited + " for the receiver",
          "look at the receiver's log, or raise transports.peer_timeout_ms"};
}

Failure Sender::ended() const {
  return peer_lost({base::ErrorCode::peer_lost, "the receiver has gone: " + end_.channel().why()},
                   "sender");
}

MayFail Sender::put(std::uint64_t number) {
  if (number % sender_looks_every == 0 && end_.stopped()) return late(WaitOutcome::cancelled);
  transport::Reserved reserved;
  const WaitOutcome outcome =
      end_.room(load_.message_bytes, base::now_ns() + patience_ns_, reserved);
  if (outcome != WaitOutcome::ready) return late(outcome);
  if (reserved.io != Io::ok) return ended();
  content_.write(number, reserved.bytes);
  end_.channel().commit(load_.message_bytes);
  return {};
}

MayFail Sender::leave() {
  Io io = Io::ok;
  const WaitOutcome outcome = end_.left(base::now_ns() + patience_ns_, io);
  if (outcome != WaitOutcome::ready) return late(outcome);
  if (io != Io::ok) return ended();
  return {};
}

template <class Words>
MayFail Sender::await(Words& words) {
  const WaitOutcome outcome = end_.readable(base::now_ns() + patience_ns_);
  if (outcome != WaitOutcome::ready) return late(outcome);
  const transport::Peeked peeked = end_.channel().peek();
  if (peeked.io != Io::ok) return ended();
  if (peeked.bytes.size() != sizeof words) {
    return Failure{"internal", "sender",
                   "an answer of " + std::to_string(peeked.bytes.size()) + " bytes came",
                   "report this with the run's log"};
  }
  std::memcpy(&words, peeked.bytes.data(), sizeof words);
  end_.channel().release();
  return {};
}

MayFail Sender::exchange_one(std::uint64_t number, Moments& at) {
  transport::Channel& channel = end_.channel();
  at.through_pipe = channel.kind() == transport::Kind::mailer;
  const std::int64_t connecting_ns = channel.counters().connecting_ns;
  at.began_ns = base::now_ns();
  if (auto failure = put(number)) return failure;
  at.filled_ns = base::now_ns();
  if (auto failure = leave()) return failure;
  at.sent_ns = base::now_ns();
  at.connected_ns = at.filled_ns + (channel.counters().connecting_ns - connecting_ns);
  Answer answer;
  if (auto failure = await(answer)) return failure;
  at.unblocked_ns = base::now_ns();
  at.found_ns = answer.found_ns;
  at.read_ns = answer.read_ns;
  if (answer.number == number) return {};
  return Failure{
      "internal", "sender",
      "message " + std::to_string(number) + " was answered as " + std::to_string(answer.number),
      "report this with the run's log"};
}

MayFail Sender::warm_up() {
  Moments moments;
  for (; number_ < load_.warmup; ++number_) {
    if (auto failure = exchange_one(number_, moments)) return failure;
  }
  sent_.time_wait_before = sockets_in_time_wait();
  look_at_sockets();
  return {};
}

void Sender::look_at_sockets() {
  sent_.time_wait_most = std::max(sent_.time_wait_most, sockets_in_time_wait());
}

MayFail Sender::exchange() {
  std::vector<Moments> all(load_.exchanges);
  for (Moments& moments : all) {
    if (number_ % sockets_every == 0) look_at_sockets();
    // Stands for the application's work before it sends; meanwhile the receiver gets ready.
    if (checksum(content_.body(number_)) != content_.head(number_).checksum) {
      return Failure{"internal", "sender", "a message has changed before it was sent",
                     "check this node's memory"};
    }
    if (auto failure = exchange_one(number_, moments)) return failure;
    sent_.exchanging_ns += moments.unblocked_ns - moments.began_ns;
    ++number_;
    progress_.fetch_add(1, std::memory_order_relaxed);
  }
  if (!one_clock_) sent_.clock_offset_ns = clock_offset_of(all);
  for (Moments& moments : all) {
    moments.found_ns -= sent_.clock_offset_ns;
    moments.read_ns -= sent_.clock_offset_ns;
    sent_.stages.add(stages_of(moments));
  }
  return {};
}

MayFail Sender::stream() {
  const std::int64_t began_ns = base::now_ns();
  for (; number_ < load_.messages(); ++number_) {
    if (number_ % sockets_every == 0) look_at_sockets();
    if (auto failure = put(number_)) return failure;
    if (auto failure = leave()) return failure;
    progress_.fetch_add(1, std::memory_order_relaxed);
  }
  if (auto failure = await(account_)) return failure;
  sent_.streaming_ns = base::now_ns() - began_ns;
  look_at_sockets();
  return {};
}

}  // namespace orrery::workloads::messaging
