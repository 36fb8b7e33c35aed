#include "structure.hpp"

#include <bit>

#include "orrery/pdes/hold.hpp"
#include "orrery/pdes/lists.hpp"

namespace orrery::workloads::hold {

namespace {

using HeldEvent = pdes::Event<pdes::Words>;

template <template <class> class List>
class Of final : public Structure {
 public:
  using Structure::Structure;

  void fill(std::uint64_t population, std::uint64_t seed) override {
    held_ = std::make_unique<pdes::Hold<List<HeldEvent>>>(population, seed);
  }
  void drop() override { held_.reset(); }
  void run(std::uint64_t operations) override { held_->run(operations); }

  [[nodiscard]] std::uint64_t order(std::uint64_t population, std::uint64_t seed,
                                    std::uint64_t operations,
                                    const std::atomic<bool>& stop) const override {
    List<HeldEvent> list;
    base::Random random(seed);
    HeldEvent event;
    for (std::uint64_t i = 0; i < population; ++i) {
      event.time = random.exponential(1.0);
      event.tag = i << HeldEvent::kind_bits;
      list.push(event);
    }
    std::uint64_t hash = population;
    for (std::uint64_t i = 0; i < operations; ++i) {
      if (i % 4096 == 0 && stop.load(std::memory_order_relaxed)) return 0;
      list.pop(event);
      hash = base::mix64(hash ^ std::bit_cast<std::uint64_t>(event.time)) + event.tag;
      // One event in eight returns after a fixed delay, so that ties may occur: all structures must order ties alike.
      event.time += random.chance(0.125) ? 0.25 : random.exponential(1.0);
      list.push(event);
    }
    return hash;
  }

 private:
  std::unique_ptr<pdes::Hold<List<HeldEvent>>> held_;
};

}  // namespace

std::vector<std::unique_ptr<Structure>> all_structures() {
  std::vector<std::unique_ptr<Structure>> all;
  all.push_back(std::make_unique<Of<pdes::BinaryHeap>>("binary_heap", "binary heap"));
  all.push_back(std::make_unique<Of<pdes::QuaternaryHeap>>("quaternary_heap", "4-ary heap"));
  all.push_back(std::make_unique<Of<pdes::CalendarList>>("calendar", "calendar queue"));
  all.push_back(std::make_unique<Of<pdes::LadderList>>("ladder", "ladder queue"));
  all.push_back(std::make_unique<Of<pdes::BucketList>>("buckets", "buckets"));
  return all;
}

}  // namespace orrery::workloads::hold
