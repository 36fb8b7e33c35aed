// How a manager thread gives tasks to worker threads and has them back: the variants that engine central_fel compares.
//
//   condition   two stacks under one mutex, a condition variable for each side
//   semaphore   counting semaphores say how many tasks there are, a mutex guards the stacks; the study's
//   mailbox     a mailbox for each worker: the tasks of a window are one letter, answered as a whole; waits by base::Waiter
//
// Everything that one side wrote before it handed a task over is visible to the other. Tasks are the caller's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "orrery/base/result.hpp"

namespace orrery::pdes {

enum class HandoverKind : std::uint8_t { condition, semaphore, mailbox };

// What is handed over derives from it.
struct HandoverTask {};

class Handover {
 public:
  static base::Result<std::unique_ptr<Handover>> create(HandoverKind kind, int workers);

  Handover() = default;
  Handover(const Handover&) = delete;
  Handover& operator=(const Handover&) = delete;
  virtual ~Handover() = default;

  // The manager: gives tasks out, says that those of a window are complete, waits for each of them to come back in any
  // order, and at last lets the workers go.
  virtual void post(HandoverTask* task) = 0;
  virtual void flush() = 0;
  virtual HandoverTask* collect() = 0;
  virtual void close() = 0;

  // Worker `worker`: waits for a task, nullptr after close(); gives it back.
  virtual HandoverTask* take(std::size_t worker) = 0;
  virtual void finish(std::size_t worker, HandoverTask* task) = 0;
};

}  // namespace orrery::pdes
