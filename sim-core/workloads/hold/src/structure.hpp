// One structure of an event list under the hold operation, behind an interface with one virtual call for many operations.
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

  // Fills a new list with `population` events; drop() frees it.
  virtual void fill(std::uint64_t population, std::uint64_t seed) = 0;
  virtual void drop() = 0;
  virtual void run(std::uint64_t operations) = 0;

  // Returns a hash of the order in which `operations` events come out of a list of its own. The hash must be equal for all
  // structures. 0: stopped.
  [[nodiscard]] virtual std::uint64_t order(std::uint64_t population, std::uint64_t seed,
                                            std::uint64_t operations,
                                            const std::atomic<bool>& stop) const = 0;
};

std::vector<std::unique_ptr<Structure>> all_structures();

}  // namespace orrery::workloads::hold
