// The core of each party of a run. A party is a thread or process that computes at once with the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "orrery/base/result.hpp"

namespace orrery::base {

// Cores on which the calling thread may run, by number; empty if the system does not tell.
std::vector<int> allowed_cores();

// Which cores: the first ones, or cores at even distances.
enum class CoreOrder : std::uint8_t { first, even };

class PartyCores {
 public:
  PartyCores() = default;  // no party keeps a core
  // For `parties` of this host, of the cores that the calling thread may use now. More parties than cores share them in
  // turn.
  PartyCores(CoreOrder order, int parties);

  // Keeps the calling thread on the core of party `number`, counted from 0. Errors: as pin_to_cores(), where the core was
  // taken away meanwhile.
  [[nodiscard]] Status keep(std::size_t number) const;
  // Lets the calling thread use all cores again.
  void release() const;

 private:
  std::vector<int> all_;
  std::vector<int> kept_;
};

}  // namespace orrery::base
