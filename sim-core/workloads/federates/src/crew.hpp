// A node of the RTI and the federates that it serves. Belongs to the thread that creates it.
#pragma once

#include <functional>
#include <memory>
#include <variant>
#include <vector>

#include "orrery/rti/data_path.hpp"
#include "orrery/rti/time_bound.hpp"
#include "orrery/rti/tuning.hpp"
#include "orrery/workloads/face/workload.hpp"
#include "orrery/workloads/federates/party.hpp"
#include "orrery/workloads/federates/raw_probe.hpp"

namespace orrery::workloads::federates {

// The place of a node among the nodes of the RTI.
struct Seat {
  std::uint32_t rank = 0;  // 0: the sequencer
  std::shared_ptr<base::Doorbell> bell;
  std::vector<std::unique_ptr<transport::Channel>> channels;  // by rank; null at `rank`
  std::unique_ptr<transport::Port> port;                      // for data; null: channels carry it
};

struct CrewOptions {
  base::WaitStrategy wait = base::WaitStrategy::adaptive;
  std::int64_t patience_ns = 10'000'000'000;
  bool sleeping_tick = false;
  bool coordinator_apart = false;  // rank 0 has no federate
  RawProbe probe;                  // if two nodes have federates: between them
  // Creates a node on another RTI; seats then have neither bell nor channels. Empty: Orrery's RTI.
  std::function<std::variant<std::unique_ptr<rti::BasicNode>, Failure>(int federate)> peer_node;
  std::function<bool()> stopped;
  std::function<rti::DataPaths(std::unique_ptr<transport::Port>)> data_paths;
  rti::TimeBound time_bound{};
  contracts::Holding held;  // by the node
  rti::CongestionAvoidance congestion_avoidance{};
  std::int64_t repeat_ns = 0;  // of its newest values
  std::function<void(const rti::NodeCounters&)> tell =
      {};  // now and then, and at the end; empty: nobody
};

class Crew {
 public:
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  // If a federate is not over, drops the node's channels as a crash would: resigning could take as long as other nodes are
  // busy.
  ~Crew();

  using MakeParty = std::function<std::unique_ptr<Party>(rti::BasicNode&, int)>;

  static std::variant<std::unique_ptr<Crew>, Failure> create(Seat seat, const CrewOptions& options,
                                                             const std::vector<int>& numbers,
                                                             const MakeParty& make);
  // Steps the federates until `far_enough` is true for all of them. Failures: stopped, rti.
  MayFail drive(bool (Party::*far_enough)() const);
  // Lets a node without federates serve the others until all have left. Failure: stopped.
  MayFail coordinate();
  // Lets the node work for up to 1 ms, because other nodes may wait for it in their services.
  void attend();
  [[nodiscard]] Party& front() { return *parties_.front(); }
  [[nodiscard]] const RawTimes& raw() const { return raw_; }

 private:
  Crew() = default;
  MayFail take_seat(Seat seat);
  void tell(std::int64_t now_ns);

  CrewOptions options_;
  std::unique_ptr<rti::BasicNode> node_;
  std::vector<std::unique_ptr<Party>> parties_;
  RawTimes raw_;
  std::uint32_t nodes_ = 0;  // of Orrery's RTI
  std::int64_t tell_at_ns_ = 0;
};

}  // namespace orrery::workloads::federates
