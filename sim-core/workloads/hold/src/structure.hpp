// One structure of an event list under the hold operation, behind a face that does not cost anything per operation.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace orrery::workloads::hold {

class Structure {
 public:
  Structure(std::string given_name, std::string given_title)
      : name(std::move(given_name)), title(std::move(given_title)) {}
  Structure(const Structure&) = delete;
  Structure& operator=(const Structure&) = delete;
  virtual ~Structure() = default;

  const std::string name;
  const std::string title;

  // Holds the population anew; drop() gives its memory back.
  virtual void fill(std::uint64_t population, std::uint64_t seed) = 0;
  virtual void drop() = 0;
  virtual void run(std::uint64_t operations) = 0;

  // Besides: a hash of the order in which the first events come out, which must not depend on the structure. Zero if stopped.
  [[nodiscard]] virtual std::uint64_t order(std::uint64_t population, std::uint64_t seed,
                                            std::uint64_t operations,
                                            const std::atomic<bool>& stop) const = 0;
};

std::vector<std::unique_ptr<Structure>> all_structures();

}  // namespace orrery::workloads::hold
