// What one thread waits at until another lets it pass: the study's semaphore, or a condition variable.
//
// One waiter. Everything written before open() is seen by the one who passes for it.
#pragma once

#include <memory>

#include "orrery/contracts/contracts.hpp"

namespace orrery::workloads::fel_test {

class Gate {
 public:
  static std::unique_ptr<Gate> create(contracts::FelWaiting waiting);

  Gate() = default;
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;
  virtual ~Gate() = default;

  virtual void open() = 0;  // lets one pass, now or when it comes
  virtual void pass() = 0;
};

}  // namespace orrery::workloads::fel_test
