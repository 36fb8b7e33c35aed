// The telemetry thread: at a steady pace it drains the ring, makes frames, and writes them to the inherited pipe.
//
// It never holds up the simulation: it shares with it the ring and the board only. It never waits
// for a slow reader either, but at the very end: of window frames that the reader has not taken
// and of entities only the newest is kept; sample frames are kept up to a bound, past which their rows are dropped
// and counted. A closed pipe ends the writing, not the run.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "orrery/telemetry/frame.hpp"
#include "orrery/telemetry/sample_ring.hpp"
#include "orrery/telemetry/snapshot.hpp"

namespace orrery::telemetry {

// What a workload makes of its records. Called by the telemetry thread alone.
class FrameSource {
 public:
  virtual ~FrameSource() = default;
  // A record from the ring, for the window under way and for the totals.
  virtual void record(std::span<const std::uint64_t> words) = 0;
  // The same record as a row of the samples schema.
  virtual void sample_row(std::span<const std::uint64_t> words, std::vector<Cell>& cells) = 0;
  // The row of the window that ends now, and begin the next. False: nothing ended in it, go on with
  // the same window; not for the last.
  virtual bool window_row(std::uint64_t window_ns, bool last, std::vector<Cell>& cells) = 0;
  [[nodiscard]] virtual std::uint64_t done() const = 0;
};

struct PublisherOptions {
  int fd = -1;  // borrowed; made non-blocking. < 0: frames are made for the totals only
  std::uint32_t node_index = 0;
  std::uint32_t repeat = 0;
  std::int64_t interval_ns = 100'000'000;
  std::uint64_t greatest_samples = 0;
  contracts::FrameSchema window_schema;
  contracts::FrameSchema samples_schema;
  // What entities are, some times a second, if the workload shows that; outlives the publisher.
  Snapshot* entities = nullptr;
  std::int64_t entities_interval_ns = 200'000'000;
};

class Publisher {
 public:
  // `ring` and `source` must outlive it. Starts the thread, which waits for begin().
  Publisher(PublisherOptions options, SampleRing& ring, FrameSource& source);
  Publisher(const Publisher&) = delete;
  Publisher& operator=(const Publisher&) = delete;
  ~Publisher();  // ends the thread without a last frame

  // The measured part begins, ends. finish() drains the rest, writes the last window, and gives the
  // reader up to two seconds to take what is left.
  void begin();
  void finish();

  struct Totals {
    std::uint64_t samples_sent = 0;
    std::uint64_t dropped =
        0;  // records that found the ring full, and rows that the reader was too slow for
    bool reached_cap = false;
    std::string trouble;  // why writing ended early; empty: it did not
  };
  // After finish().
  [[nodiscard]] const Totals& totals() const { return totals_; }

 private:
  class Pipe;
  void work();
  void publish(bool last);
  void send_samples();
  void send_entities();
  [[nodiscard]] FrameHeader header_of(const contracts::FrameSchema& schema) const;

  const PublisherOptions options_;
  SampleRing& ring_;
  FrameSource& source_;
  std::unique_ptr<Pipe> pipe_;

  // Of the thread; of the owner after finish().
  std::vector<Cell> sample_cells_;
  std::vector<Cell> entity_cells_;
  std::int64_t entities_asked_ns_ = 0;
  std::uint64_t sampled_ = 0;
  std::uint64_t dropped_reported_ = 0;
  std::int64_t begun_ns_ = 0;
  std::int64_t window_begun_ns_ = 0;
  Totals totals_;

  std::mutex mutex_;  // protects state_
  std::condition_variable changed_;
  enum class State : std::uint8_t { waiting, running, finishing, ended } state_ = State::waiting;
  std::thread thread_;
};

}  // namespace orrery::telemetry
