// Lbts for both algorithms: numbering, colours and the computations under way.
#pragma once

#include <deque>
#include <vector>

#include "orrery/timing/lbts.hpp"

#include "pattern.hpp"

namespace orrery::timing {

class Engine final : public Lbts {
 public:
  explicit Engine(const LbtsOptions& options);

  std::uint64_t sent() override {
    ++sent_;
    return entered_;
  }
  void received(std::uint64_t tag, Time time, std::int64_t now_ns, Outbox& out) override;
  bool enter(const Promise& promise, std::int64_t now_ns, Outbox& out) override;
  [[nodiscard]] bool asked() const override { return heard_of_ > entered_; }
  [[nodiscard]] std::uint32_t under_way() const override {
    return static_cast<std::uint32_t>(entered_ - finished_to_);
  }
  [[nodiscard]] std::uint64_t entered() const override { return entered_; }
  void on_message(const LbtsMessage& message, std::int64_t now_ns, Outbox& out) override;
  std::optional<Bound> take() override;
  [[nodiscard]] Algorithm algorithm() const override { return algorithm_of(entered_ + 1); }
  [[nodiscard]] const LbtsCounters& counters() const override { return counters_; }

 private:
  // One computation. A slot is made ready for its next number when that first appears.
  struct Slot {
    std::uint64_t computation = 0;  // 0: none
    bool entered = false;
    bool reduced = false;  // `total` is over all parties, but for corrections not yet here
    bool finished = false;
    Partial own;    // transient messages that others have not been told of
    Partial total;  // corrections; and the reduction, once it is known
    // butterfly
    std::uint32_t round = 0;
    Partial sum;
    Partial rest;
    std::vector<LbtsMessage> heard;  // by round and neighbour
    std::vector<bool> there;
    // central, at party 0
    std::uint32_t reports = 0;
    bool announced = false;
  };

  [[nodiscard]] Algorithm algorithm_of(std::uint64_t computation) const;
  Slot* slot_of(std::uint64_t computation);  // nullptr: finished, or too far ahead to be
  void send(std::uint32_t to, const LbtsMessage& message, Outbox& out);
  void begin_butterfly(Slot& slot, Outbox& out);
  void send_round(const Slot& slot, Outbox& out);
  void advance(Slot& slot, std::int64_t now_ns, Outbox& out);
  void reduced(Slot& slot, const Partial& partial, std::int64_t now_ns, Outbox& out);
  void report(Slot& slot, const Partial& partial, Outbox& out);
  void announce(Slot& slot, Outbox& out);
  void correct(Slot& slot, std::int64_t now_ns, Outbox& out);
  void forward(const LbtsMessage& correction, std::uint32_t levels, Outbox& out);
  void settle(Slot& slot, std::int64_t now_ns, Outbox& out);
  void finish(Slot& slot, const Partial& total, std::int64_t now_ns);

  const LbtsOptions options_;
  const Pattern pattern_;
  std::vector<Slot> slots_;
  std::uint64_t entered_ = 0;
  std::uint64_t heard_of_ = 0;     // the greatest computation that somebody has entered
  std::uint64_t finished_to_ = 0;  // all up to here are finished
  std::int64_t sent_ = 0;
  std::int64_t received_ = 0;
  std::vector<std::int64_t> early_;  // by tag: received from parties that are ahead of this one
  std::deque<Bound> bounds_;
  LbtsCounters counters_;
  // automatic
  std::int64_t trial_started_ns_ = 0;
  std::int64_t butterfly_ns_ = 0;
  std::int64_t central_ns_ = 0;
  Algorithm chosen_ = Algorithm::automatic;
  std::uint64_t chosen_from_ = 0;
};

}  // namespace orrery::timing
