// A gate at which one thread waits until another opens it: the study's semaphore, or a condition variable.
//
// For one waiting thread. After pass() it sees everything that was written before open().
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

  virtual void open() = 0;  // lets one pass() return, now or later
  virtual void pass() = 0;
};

}  // namespace orrery::workloads::fel_test
