// How a manager thread hands tasks to worker threads and gets them back. Engine central_fel compares these variants:
//
//   condition   two stacks under one mutex, a condition variable for each side
//   semaphore   counting semaphores count the tasks, a mutex guards the stacks; the variant of CTU-CS-2001-01
//   mailbox     a mailbox for each worker: its tasks of a window are one letter, answered as a whole; waits by base::Waiter
//
// All that one side wrote before it handed a task over is visible to the other side. The caller owns the tasks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "orrery/base/result.hpp"

namespace orrery::pdes {

enum class HandoverKind : std::uint8_t { condition, semaphore, mailbox };

// Base of all tasks.
struct HandoverTask {};

class Handover {
 public:
  static base::Result<std::unique_ptr<Handover>> create(HandoverKind kind, int workers);

  Handover() = default;
  Handover(const Handover&) = delete;
  Handover& operator=(const Handover&) = delete;
  virtual ~Handover() = default;

  // Called by the manager. post() hands a task out; flush() ends the tasks of a window; collect() waits for a finished task
  // and returns it, in any order; close() lets the workers end. Every posted task must be collected before close().
  virtual void post(HandoverTask* task) = 0;
  virtual void flush() = 0;
  virtual HandoverTask* collect() = 0;
  virtual void close() = 0;

  // Called by worker `worker`. take() waits for a task; returns nullptr after close(). finish() gives the task back.
  virtual HandoverTask* take(std::size_t worker) = 0;
  virtual void finish(std::size_t worker, HandoverTask* task) = 0;
};

}  // namespace orrery::pdes
