// The primitives of the threaded study's Table 1, their equivalents in today's operating systems, and the ratings of a
// platform in the universe study's Table 6.1.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "orrery/base/result.hpp"

namespace orrery::workloads::primitives {

// One primitive. repeat() executes it `times` times. One thread may call repeat() any number of times.
class Primitive {
 public:
  Primitive(std::string given_name, std::string given_title)
      : name(std::move(given_name)), title(std::move(given_title)) {}
  Primitive(const Primitive&) = delete;
  Primitive& operator=(const Primitive&) = delete;
  virtual ~Primitive() = default;

  const std::string name;  // the name in a published table, if it is in one
  const std::string title;

  virtual base::Status repeat(std::uint64_t times) = 0;
  // Number of effects seen: a thread that ran, a process that ended with the right status, a lock that guarded a count.
  [[nodiscard]] virtual std::uint64_t effects() const = 0;
};

std::vector<std::unique_ptr<Primitive>> all_primitives();

}  // namespace orrery::workloads::primitives
