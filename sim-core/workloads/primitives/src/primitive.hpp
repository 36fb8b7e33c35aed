// The primitives of the threaded study's Table 1, those that an operating system of today offers in their place, and the
// ratings of the universe study's Table 6.1.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "orrery/base/result.hpp"

namespace orrery::workloads::primitives {

// One primitive. repeat() carries it out so many times and may be called again and again from one thread.
class Primitive {
 public:
  Primitive(std::string given_name, std::string given_title)
      : name(std::move(given_name)), title(std::move(given_title)) {}
  Primitive(const Primitive&) = delete;
  Primitive& operator=(const Primitive&) = delete;
  virtual ~Primitive() = default;

  const std::string name;  // as a published table names it, if one does
  const std::string title;

  virtual base::Status repeat(std::uint64_t times) = 0;
  // How often its effect was seen: a thread that ran, a process that ended as it should, a lock that guarded a count.
  [[nodiscard]] virtual std::uint64_t effects() const = 0;
};

std::vector<std::unique_ptr<Primitive>> all_primitives();

}  // namespace orrery::workloads::primitives
