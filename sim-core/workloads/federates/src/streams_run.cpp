#include "orrery/workloads/federates/streams_run.hpp"

#include <algorithm>

namespace orrery::workloads::federates {

namespace {

using contracts::Better;

double per_second(std::uint64_t count, std::int64_t ns) {
  return static_cast<double>(count) * 1e9 / static_cast<double>(std::max<std::int64_t>(1, ns));
}

// Messages that arrived at one RTI node from other nodes. An update counts once for all federates of the node.
std::uint64_t arrived_at(const std::vector<StreamArrivals>& federates, std::size_t node,
                         std::size_t nodes, bool first_apart) {
  const auto is_here = [=](std::size_t federate) {
    return node_of(static_cast<int>(federate), nodes, first_apart) == node;
  };
  std::uint64_t sum = 0;
  for (std::size_t sender = 0; sender < federates.front().updates.size(); ++sender) {
    if (is_here(sender)) continue;
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < federates.size(); ++i) {
      if (is_here(i)) most = std::max(most, federates[i].updates[sender]);
    }
    sum += most;
  }
  for (std::size_t i = 0; i < federates.size(); ++i) {
    for (std::size_t from = 0; is_here(i) && from < federates.size(); ++from) {
      if (!is_here(from)) sum += federates[i].returns[from];
    }
  }
  return sum;
}

std::string federate(std::size_t number) { return "federate " + std::to_string(number); }

}  // namespace

Shape StreamsRun::shape() const {
  Shape shape;
  shape.federates = shape_.federates;
  shape.first_apart = sends_alone();
  shape.model = model_;
  shape.interaction_classes = return_classes_of(shape_);
  (shape_.exchanged.objects() ? shape.object_classes : shape.interaction_classes) +=
      classes_of(shape_.exchanged, "Data");
  shape.message_bytes = shape_.exchanged.bytes();
  shape.values = static_cast<std::size_t>(shape_.exchanged.values);
  shape.report_bytes =
      sizeof(StreamTotals) +
      sizeof(std::uint64_t) * static_cast<std::size_t>(shape_.senders + shape_.federates);
  shape.data = data_;
  shape.congestion_avoidance = avoidance_of(shape_.intent);
  shape.loads = loads_;
  for (int i = 0; i < shape_.federates; ++i) {
    if (shape_.senders_to(i) > 0) shape.receivers.push_back(i);
  }
  shape.time_title = "round trip with federate 0";
  shape.make_party = [wanted = shape_](rti::BasicNode& node, const Cast& cast, int number,
                                       auto* done) -> std::unique_ptr<Party> {
    return std::make_unique<Streamer>(node, cast, number, wanted, done);
  };
  return shape;
}

void StreamsRun::judge(const Party& first, contracts::WorkerResult& result) {
  const auto& streamer = static_cast<const Streamer&>(first);
  set_elapsed_ns(streamer.elapsed_ns());
  std::vector<StreamTotals> all(static_cast<std::size_t>(shape_.federates));
  all[0] = streamer.totals();
  for (const Report& report : first.reports()) {
    all[static_cast<std::size_t>(report.head.number)] = report.as<StreamTotals>();
  }
  check(streamer, all, result);
  streamer.intent().add(rates(all), metrics_, result);
  if (shape_.returned_every > 0) round_trips(streamer, all, result);
  add_path(first, metrics_);
}

void StreamsRun::check(const Streamer& first, const std::vector<StreamTotals>& all,
                       contracts::WorkerResult& result) const {
  const std::uint64_t updates = shape_.updates;
  const auto senders = static_cast<std::uint64_t>(shape_.senders);
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  std::uint64_t wanted = 0;
  std::uint64_t bytes = 0;
  std::uint64_t odd = 0;
  std::uint64_t out_of_order = 0;
  std::uint64_t returned = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto from = static_cast<std::uint64_t>(shape_.senders_to(static_cast<int>(i)));
    sent += all[i].sent;
    received += all[i].received;
    wanted += from * updates;
    bytes += all[i].received_bytes;
    out_of_order += all[i].out_of_order;
    returned += all[i].returned;
    if (all[i].numbers != from * (updates * (updates - 1) / 2)) ++odd;
    if (from == 0) continue;
    result.run_messages.push_back({"receiver-" + std::to_string(i), "Received by " + federate(i),
                                   from * updates, all[i].received, all[i].received_bytes});
  }
  Checks checks(result.checks);
  checks.holds("sent", "All updates asked for were sent", senders * updates, sent);
  if (limits_rate(data_)) {
    std::uint64_t beyond = 0;
    for (const StreamTotals& each : all) {
      beyond += beyond_rate(data_, each.sent, shape_.exchanged.bytes(), each.sending_ns);
    }
    checks.none("rate", "Updates sent beyond the rate limit", beyond);
  }
  if (shape_.exchanged.lossy()) return check_lossy(first, all, checks);
  checks.holds("received", "Updates received, all receivers together", wanted, received);
  checks.none("numbers", "Receivers whose numbers do not add up", odd);
  checks.none("order", "Updates that came out of their sender's order", out_of_order);
  checks.holds("bytes", "Bytes of values that arrived", wanted * shape_.exchanged.bytes(), bytes);
  checks.holds("returned", "Stamped updates that came back, from every receiver",
               senders * static_cast<std::uint64_t>(shape_.federates - 1) * shape_.returns(),
               returned);
}

// Checks that no message arrived twice or in part, and that the federates' counts by stamps equal the ports' counts by
// numbers.
void StreamsRun::check_lossy(const Streamer& first, const std::vector<StreamTotals>& all,
                             Checks& checks) const {
  std::uint64_t beyond = 0;
  std::uint64_t parts = 0;
  std::uint64_t given_back = 0;
  std::uint64_t returned = 0;
  NewestTally newest;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto from = static_cast<std::uint64_t>(shape_.senders_to(static_cast<int>(i)));
    beyond += all[i].received > from * shape_.updates ? 1 : 0;
    parts += all[i].received_bytes != all[i].received * shape_.exchanged.bytes() ? 1 : 0;
    given_back += all[i].given_back;
    returned += all[i].returned;
    newest.stale += all[i].stale;
    newest.older += all[i].out_of_order;
    newest.again += all[i].again;
  }
  checks.none("received", "Receivers that received more than was sent", beyond);
  checks.none("bytes", "Receivers with parts of updates", parts);
  checks.at_most("returned", "Stamped updates that came back, of those given back", given_back,
                 returned);
  const auto nodes = path_counters(first);
  if (shape_.exchanged.of_newest()) {
    newest.sent_again = sent_again(first);
    newest.receivers = static_cast<std::uint64_t>(shape_.federates - 1);
    check_newest(checks, data_, newest);
    return check_ports(checks, data_, nodes, {});
  }
  std::vector<StreamArrivals> arrivals(all.size());
  arrivals[0] = first.arrivals();
  for (const Report& report : first.reports()) {
    arrivals[static_cast<std::size_t>(report.head.number)] = arrivals_in(report, shape_);
  }
  std::vector<std::uint64_t> arrived;
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    arrived.push_back(arrived_at(arrivals, node, nodes.size(), sends_alone()));
  }
  check_ports(checks, data_, nodes, arrived);
}

// A receiver that starts late takes updates that wait for it faster than they were sent. So the time of a receiver is at
// least the longest time of a sender that it receives from.
std::int64_t StreamsRun::receiving_ns(const std::vector<StreamTotals>& all, int receiver) const {
  std::int64_t longest = all[static_cast<std::size_t>(receiver)].receiving_ns;
  for (int i = 0; i < shape_.senders; ++i) {
    if (i != receiver) longest = std::max(longest, all[static_cast<std::size_t>(i)].sending_ns);
  }
  return longest;
}

double StreamsRun::rates(const std::vector<StreamTotals>& all) {
  const bool objects = shape_.exchanged.objects();
  double sent = 0;
  std::uint64_t congested = 0;
  for (int i = 0; i < shape_.senders; ++i) {
    const StreamTotals& each = all[static_cast<std::size_t>(i)];
    sent += per_second(each.sent, each.sending_ns);
    congested += each.congested;
  }
  std::vector<double> received;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (shape_.senders_to(static_cast<int>(i)) == 0) continue;
    received.push_back(per_second(all[i].received, receiving_ns(all, static_cast<int>(i))));
    add("received_rate.federate" + std::to_string(i), "Received per second by " + federate(i),
        received.back(), "messages/s", Better::higher);
  }
  double sum = 0;
  for (const double rate : received) sum += rate;
  const double mean = sum / static_cast<double>(received.size());
  add("sent_rate",
      objects ? "Updates sent per second, all senders"
              : "Interactions sent per second, all senders",
      sent, "messages/s", Better::higher);
  add("received_rate", "Received per second, per receiver, mean", mean, "messages/s",
      Better::higher);
  add("received_rate.least", "Received per second by the slowest receiver",
      *std::min_element(received.begin(), received.end()), "messages/s", Better::higher);
  add("delivered_rate", "Delivered per second, all receivers together", sum, "messages/s",
      Better::higher);
  add("received_bytes", "Bytes of values received per second, per receiver, mean",
      mean * static_cast<double>(shape_.exchanged.bytes()), "B/s", Better::higher);
  std::uint64_t counted = 0;
  std::uint64_t wanted = 0;
  std::uint64_t overtaken = 0;
  std::uint64_t back = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    wanted += static_cast<std::uint64_t>(shape_.senders_to(static_cast<int>(i))) * shape_.updates;
    counted += all[i].received;
    overtaken += all[i].out_of_order;
    back += all[i].returned;
  }
  const auto lost = [](std::uint64_t came, std::uint64_t of) {
    return 1 - static_cast<double>(came) / static_cast<double>(of);
  };
  add("loss_share",
      shape_.exchanged.of_newest()
          ? "Share that was lost or replaced by a newer value, all receivers together"
          : "Share that was lost, all receivers together",
      lost(counted, wanted), "share", Better::lower);
  if (shape_.exchanged.lossy()) {
    if (shape_.exchanged.of_newest()) {
      std::uint64_t again = 0;
      for (const StreamTotals& each : all) again += each.again;
      add("again", "Values that came again while they were the newest", static_cast<double>(again),
          "count", Better::neither);
    }
    add("overtaken", "Updates that came after later ones", static_cast<double>(overtaken), "count",
        Better::lower);
    if (shape_.returned_every > 0) {
      const auto stamped = static_cast<std::uint64_t>(shape_.senders) *
                           static_cast<std::uint64_t>(shape_.federates - 1) * shape_.returns();
      add("loss_share.returned", "Share that was lost, of updates that were to come back",
          lost(back, stamped), "share", Better::lower);
    }
  }
  add("congested_share", "Sending that found no room, for each update sent",
      static_cast<double>(congested) /
          (static_cast<double>(shape_.senders) * static_cast<double>(shape_.updates)),
      "ratio", Better::neither);
  return mean;
}

void StreamsRun::round_trips(const Streamer& first, const std::vector<StreamTotals>& all,
                             contracts::WorkerResult& result) {
  const auto ns = [&](std::string name, std::string title, std::uint64_t value) {
    add(std::move(name), std::move(title), static_cast<double>(value), "ns", Better::lower);
  };
  const base::Histogram times = first.round_trips();
  ns("round_trip.p50", "Round trip within the stream, median", times.quantile(0.5));
  ns("round_trip.p90", "Round trip within the stream, 90th percentile", times.quantile(0.9));
  ns("round_trip.p99", "Round trip within the stream, 99th percentile", times.quantile(0.99));
  ns("round_trip.max", "Round trip within the stream, longest", times.max());
  for (std::size_t i = 1; i < first.traces().size(); ++i) {
    const ReturnTrace& trace = first.traces()[i];
    const std::string number = std::to_string(i);
    ns("round_trip.p50.federate" + number, "Round trip by " + federate(i) + ", median",
       trace.times.quantile(0.5));
    ns("round_trip.p99.federate" + number, "Round trip by " + federate(i) + ", 99th percentile",
       trace.times.quantile(0.99));
    result.traces.push_back({"round_trip.federate" + number, "Federate " + number, "ns", "Update",
                             "count", trace.numbers, trace.times_ns});
  }
  if (shape_.senders == 1) return;
  std::uint64_t slowest = 0;
  for (const StreamTotals& each : all) slowest = std::max(slowest, each.round_trip_p50_ns);
  ns("round_trip.p50.greatest", "Round trip, median of the sender for whom it is longest", slowest);
}

}  // namespace orrery::workloads::federates
