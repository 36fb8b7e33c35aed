// The process-oriented interface of models: a process lives through simulated time and is written as a coroutine.
//
//   Process plane(ProcessHost& here, Airport& airport) {
//     co_await here.acquire(airport.runway);
//     co_await here.wait(2.0);
//     here.release(airport.runway);
//   }
//
// Processes live on one LP, in a ProcessHost that is part of the LP's State. They share this State, and reach other LPs
// only by events. The model's handle() first passes each event to dispatch(), which resumes a process if the event is a
// wake-up. Every resumption (after a delay, for a freed unit or a signal) is an event of the process's own LP, so processes
// are as deterministic as events, in every engine.
//
// Declare the host as the last member of State: its destructor ends the processes, while the members that they use still
// exist. A process is one allocation; waiting allocates nothing. Exceptions must not leave a process. Payload must be
// Words.
#pragma once

#include <coroutine>
#include <cstdint>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "orrery/pdes/model.hpp"
#include "orrery/pdes/resource.hpp"

namespace orrery::pdes {

// Owns a coroutine that has not been started.
class Process {
 public:
  struct promise_type {
    std::uint32_t slot = 0;
    Process get_return_object() {
      return Process(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };

  Process(Process&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Process& operator=(Process&&) = delete;
  ~Process() {
    if (handle_) handle_.destroy();
  }

 private:
  friend class ProcessHost;
  explicit Process(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  std::coroutine_handle<promise_type> handle_;
};

// A resource and the processes that wait for it, first come, first served.
struct Facility {
  explicit Facility(std::uint32_t capacity) : units(capacity) {}
  void reset(double now) {
    units.reset(now);
    line.reset(now);
  }
  Resource units;
  WaitingLine<std::uint32_t> line;
};

// Processes wait for a condition until another process signals it: `while (!open) co_await here.signal_of(door);`
struct Condition {
  std::vector<std::uint32_t> waiting;
};

class ProcessHost {
 public:
  // The kind of wake-up events; models must not use it.
  static constexpr std::uint16_t wake_kind = 0xffff;

  ProcessHost() = default;
  ProcessHost(ProcessHost&&) = default;
  ProcessHost& operator=(ProcessHost&&) = delete;
  ~ProcessHost() {
    for (const auto handle : processes_) {
      if (handle) handle.destroy();
    }
  }

  // Call it first in handle(), for every event. Returns true if the event was a wake-up, which it has then handled.
  bool dispatch(const Event<Words>& event, Context<Words>& context) {
    context_ = &context;
    if (event.kind() != wake_kind) return false;
    resume(static_cast<std::uint32_t>(event.payload[0]));
    return true;
  }
  // Call it first in the model's init().
  void enter(Context<Words>& context) { context_ = &context; }

  // Starts a process; it runs up to its first wait before spawn() returns.
  void spawn(Process process) {
    const auto handle = std::exchange(process.handle_, nullptr);
    std::uint32_t slot;
    if (free_.empty()) {
      slot = static_cast<std::uint32_t>(processes_.size());
      processes_.push_back(handle);
    } else {
      slot = free_.back();
      free_.pop_back();
      processes_[slot] = handle;
    }
    handle.promise().slot = slot;
    resume(slot);
  }

  [[nodiscard]] double now() const { return context_->now(); }
  [[nodiscard]] LpId self() const { return context_->self(); }
  [[nodiscard]] base::Random& random() const { return context_->random(); }
  [[nodiscard]] std::size_t living() const { return processes_.size() - free_.size(); }
  void schedule(LpId to, double delay, std::uint16_t kind, const Words& payload) {
    context_->schedule(to, delay, kind, payload);
  }

  struct Delay {
    ProcessHost* host;
    double delay;
    [[nodiscard]] bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<Process::promise_type> handle) const {
      host->wake(handle.promise().slot, delay);
    }
    void await_resume() const {}
  };
  struct Line {
    ProcessHost* host;
    Facility* facility;
    [[nodiscard]] bool await_ready() const {
      if (!facility->line.empty() || !facility->units.try_acquire(host->now())) return false;
      facility->line.pass();
      return true;
    }
    void await_suspend(std::coroutine_handle<Process::promise_type> handle) const {
      facility->line.push(handle.promise().slot, host->now());
    }
    void await_resume() const {}
  };
  struct Signal {
    Condition* condition;
    [[nodiscard]] bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<Process::promise_type> handle) const {
      condition->waiting.push_back(handle.promise().slot);
    }
    void await_resume() const {}
  };

  // Operands of co_await in a process of this host. It resumes after `delay`, when it has a unit of the facility, or when
  // the condition is signalled.
  [[nodiscard]] Delay wait(double delay) { return {this, delay}; }
  [[nodiscard]] Line acquire(Facility& facility) { return {this, &facility}; }
  [[nodiscard]] static Signal signal_of(Condition& condition) { return {&condition}; }

  // Gives a unit back. The first process of the line gets it, and resumes at the same simulated time.
  void release(Facility& facility) {
    if (facility.line.empty()) {
      facility.units.release(now());
    } else {
      wake(facility.line.pop(now()), 0);
    }
  }
  // Wakes all waiting processes, in the order in which they came.
  void signal(Condition& condition) {
    for (const std::uint32_t slot : condition.waiting) wake(slot, 0);
    condition.waiting.clear();
  }

 private:
  void wake(std::uint32_t slot, double delay) {
    context_->schedule(context_->self(), delay, wake_kind, {slot, 0, 0, 0});
  }
  void resume(std::uint32_t slot) {
    const auto handle = processes_[slot];
    handle.resume();
    if (!handle.done()) return;
    handle.destroy();
    processes_[slot] = nullptr;
    free_.push_back(slot);
  }

  std::vector<std::coroutine_handle<Process::promise_type>> processes_;
  std::vector<std::uint32_t> free_;
  Context<Words>* context_ = nullptr;  // of the event being handled
};

}  // namespace orrery::pdes
