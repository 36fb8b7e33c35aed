// The effect of a bad network on packets, computed from a seed.
//
// No clock, no network, no thread. One Impairment is one link from one sender. The fate of its n-th packet depends only on the
// seed, the link and n (and, with `bandwidth`, on its time), so that a run can be replayed. Times are nanoseconds of the caller's
// clock.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "orrery/base/random.hpp"
#include "orrery/base/result.hpp"

namespace orrery::transport {

enum class Jitter : std::uint8_t { none, uniform, normal, exponential, gamma };

// Loss in bursts (Gilbert, Elliott): a good and a bad state with loss probabilities `loss_good` and `loss_bad`. Before each packet
// the state changes with probability `enter` (good to bad) or `leave` (bad to good).
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
  std::vector<std::int64_t> delay_trace_ns =
      {};                        // replaces the four settings above; repeated from the start
  bool jitter_reorders = false;  // true: a packet with less delay overtakes
  double loss = 0;
  BurstLoss burst = {};  // on top of `loss`
  std::vector<std::uint8_t> loss_trace =
      {};  // 1: lost; on top of the others; repeated from the start
  double duplicate = 0;
  double reorder = 0;                  // share of packets delayed by reorder_ns more
  std::int64_t reorder_ns = 0;         // 0: 1 ms
  double bandwidth_bytes_per_s = 0;    // 0: unlimited
  std::uint32_t queue_bytes = 262144;  // queue of the limited link; packets beyond it are lost
  // A reliable transport loses, duplicates and reorders nothing: there a loss becomes this delay, which repair would cost, for the
  // packet and all behind it.
  std::int64_t recovery_ns = 200'000'000;
  std::uint32_t queue_messages = 65536;  // delayed messages at one time
  // Delays count from the time of sending, also while the receiver is busy. Every sender then needs the module too. Costs 8 bytes
  // per message; clocks of hosts need not agree.
  bool from_sending = false;
};

base::Status check(const ImpairmentOptions& options);

class Impairment {
 public:
  struct Fate {
    unsigned copies = 1;                   // 0: lost
    std::array<std::int64_t, 2> due_ns{};  // for each copy
  };

  // `link` distinguishes the links of one seed. `options` must outlive the object.
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
