// What a bad network does to packets, decided from a seed.
//
// Pure: no clock, no network, no thread. One Impairment is one link from one sender: the fate of its
// n-th packet depends on the seed, the link and n (and, under `bandwidth`, on when it came) alone, so
// that a run can be replayed. Times are nanoseconds of the caller's clock.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "orrery/base/random.hpp"
#include "orrery/base/result.hpp"

namespace orrery::transport {

enum class Jitter : std::uint8_t { none, uniform, normal, exponential, gamma };

// Gilbert and Elliott's two states: packets are lost by `loss_good` and `loss_bad`; before each
// packet the state changes by `enter` (good to bad) or `leave`.
struct BurstLoss {
  double enter = 0;
  double leave = 1;
  double loss_good = 0;
  double loss_bad = 1;
};

struct ImpairmentOptions {
  std::uint64_t seed = 1;
  std::int64_t delay_ns = 0;
  Jitter jitter = Jitter::none;
  std::int64_t jitter_ns = 0;  // uniform: +- this; normal: deviation; exponential, gamma: mean
  double gamma_shape = 2;
  std::vector<std::int64_t> delay_trace_ns = {};  // in place of the five above, again and again
  bool jitter_reorders = false;  // a packet with less delay overtakes; else it waits its turn
  double loss = 0;
  BurstLoss burst = {};                       // on top of `loss`
  std::vector<std::uint8_t> loss_trace = {};  // 1: lost; on top, again and again
  double duplicate = 0;
  double reorder = 0;                  // share of packets that come late by reorder_ns
  std::int64_t reorder_ns = 0;         // 0: 1 ms
  double bandwidth_bytes_per_s = 0;    // 0: unlimited
  std::uint32_t queue_bytes = 262144;  // before a slow link; more is lost
  // Over a reliable transport nothing may be lost, doubled or overtaken: there a loss is what its
  // repair costs, during which what follows waits too.
  std::int64_t recovery_ns = 200'000'000;
  std::uint32_t queue_messages = 65536;  // that may be held back at once
  // Every sender has the module too: delays run from when a message was sent, also while its receiver is busy and does not
  // look. Costs 8 bytes a message; clocks of different hosts need not agree.
  bool from_sending = false;
};

base::Status check(const ImpairmentOptions& options);

class Impairment {
 public:
  struct Fate {
    unsigned copies = 1;                   // 0: lost
    std::array<std::int64_t, 2> due_ns{};  // of each copy
  };

  // `link` tells the links of one seed apart. The options outlive this.
  Impairment(const ImpairmentOptions& options, std::uint64_t link, bool reliable);

  Fate next(std::int64_t now_ns, std::size_t bytes);

 private:
  bool lost();
  std::int64_t delay();

  const ImpairmentOptions* options_;
  bool reliable_;
  base::Random random_;
  bool bad_ = false;
  std::uint64_t count_ = 0;
  std::int64_t link_free_ns_ = 0;
  std::int64_t last_due_ns_ = 0;
};

}  // namespace orrery::transport
