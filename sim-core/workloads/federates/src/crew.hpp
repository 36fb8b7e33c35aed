// A thread's node of the RTI and the federates that it serves. Belongs to that thread.
#pragma once

#include <functional>
#include <memory>
#include <variant>
#include <vector>

#include "orrery/rti/data_path.hpp"
#include "orrery/workloads/face/workload.hpp"
#include "orrery/workloads/federates/party.hpp"
#include "orrery/workloads/federates/raw_probe.hpp"

namespace orrery::workloads::federates {

// A place in the net of nodes.
struct Seat {
  std::uint32_t rank = 0;
  std::shared_ptr<base::Doorbell> bell;
  std::vector<std::unique_ptr<transport::Channel>> channels;  // by rank; null at our own
  std::unique_ptr<transport::Port> port;                      // for data; null: the channels
};

struct CrewOptions {
  base::WaitStrategy wait = base::WaitStrategy::adaptive;
  std::int64_t patience_ns = 10'000'000'000;
  bool sleeping_tick = false;
  RawProbe probe;  // between nodes 0 and 1
  // Of another RTI, in whose place seats have neither bell nor channels; empty: ours.
  std::function<std::variant<std::unique_ptr<rti::BasicNode>, Failure>(int federate)> peer_node;
  std::function<bool()> stopped;
  std::function<rti::DataPaths(std::unique_ptr<transport::Port>)> data_paths;
  contracts::Holding held;     // by the node
  std::int64_t repeat_ns = 0;  // of its newest values
  std::function<void(const rti::NodeCounters&)> tell =
      {};  // now and then, and at the end; empty: nobody
};

class Crew {
 public:
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  // One that is not over leaves as a crash does: to resign could take as long as others are busy.
  ~Crew();

  using MakeParty = std::function<std::unique_ptr<Party>(rti::BasicNode&, int)>;

  static std::variant<std::unique_ptr<Crew>, Failure> create(Seat seat, const CrewOptions& options,
                                                             const std::vector<int>& numbers,
                                                             const MakeParty& make);
  // Until all of its federates are so far. Failures: stopped, peer_lost, rti.
  MayFail drive(bool (Party::*far_enough)() const);
  // Gives the node its turn for a while, for the services in which others wait for it.
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
  std::int64_t tell_at_ns_ = 0;
};

}  // namespace orrery::workloads::federates
