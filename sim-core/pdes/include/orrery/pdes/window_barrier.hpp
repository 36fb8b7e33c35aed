// The barrier of a window: every party brings a value, and learns the least of all values and whether any party objects.
//
// Each party keeps two words, by the parity of the round: a party that is already in the next round cannot overwrite the
// word that a slow party still has to read. It can reuse a word only two rounds later, and until then the slow party has
// arrived once more. Parties wait by base::Waiter: if each has a core, they spin briefly and then sleep; more parties than
// cores yield.
//
// meet() publishes all that its caller wrote before (release) to all parties that return from the same round.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/base/doorbell.hpp"
#include "orrery/base/result.hpp"
#include "orrery/base/wait.hpp"

namespace orrery::pdes {

class WindowBarrier {
 public:
  // `parties` is the number of threads, each with its own index. `others` is the number of threads that share the cores
  // with them.
  static base::Result<std::unique_ptr<WindowBarrier>> create(int parties, int others = 0);

  struct Word {
    double least = std::numeric_limits<double>::infinity();
    std::uint64_t total = 0;
    bool objected = false;
  };
  // Waits for all parties. Returns the least `value`, the sum of all `amount`s, and whether any party objected.
  Word meet(int party, double value, std::uint64_t amount, bool object);

  [[nodiscard]] std::int64_t waited_ns(int party) const {
    return parties_[static_cast<std::size_t>(party)]->waited_ns;
  }

 private:
  struct alignas(64) Party {
    Party(base::WaitStrategy strategy, std::shared_ptr<base::Doorbell> doorbell)
        : bell(std::move(doorbell)), waiter(strategy, *bell) {}
    Word words[2];
    std::uint64_t round = 0;
    std::int64_t waited_ns = 0;
    std::shared_ptr<base::Doorbell> bell;
    base::Waiter waiter;
  };

  WindowBarrier() = default;

  std::vector<std::unique_ptr<Party>> parties_;
  alignas(64) std::atomic<std::uint64_t> arrived_{0};
  alignas(64) std::atomic<std::uint64_t> rounds_{0};  // complete rounds
};

}  // namespace orrery::pdes
