#include "simulation.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "orrery/base/clock.hpp"

#include "entities.hpp"
#include "gate.hpp"

namespace orrery::workloads::fel_test {

namespace {

std::int64_t nanoseconds(double microseconds) { return std::llround(microseconds * 1000); }

void use(const Surroundings& around, std::int64_t cpu_ns) {
  if (around.work != nullptr) around.work->burn(cpu_ns);
}

base::Error cancelled() {
  return {base::ErrorCode::cancelled, "the run was stopped before all events were handled"};
}

// The run with threads. While they run, only the thread of an entity accesses it.
class Threads {
 public:
  Threads(const contracts::FelTestPlan& plan, std::uint64_t seed, const Surroundings& around)
      : plan_(plan),
        around_(around),
        entities_(make_entities(plan, seed)),
        requested_(Gate::create(plan.waiting)) {
    for (std::size_t i = 0; i < entities_.size(); ++i) {
      posts_.push_back(std::make_unique<Post>());
      posts_.back()->gate = Gate::create(plan.waiting);
    }
  }

  base::Result<Outcome> run();

 private:
  struct Post {
    std::unique_ptr<Gate> gate;
    FelEvent event;
    bool over = false;
  };
  // From an entity to the manager: an event to add. Empty: the source has sent all its events.
  struct Request {
    std::optional<FelEvent> event;
  };

  void live(std::size_t index);
  void tell(const Request& request);
  void manage(Outcome& outcome);
  void let_all_end();

  const contracts::FelTestPlan& plan_;
  const Surroundings& around_;
  std::vector<Entity> entities_;
  std::vector<std::unique_ptr<Post>> posts_;  // from the manager, one for each entity
  std::unique_ptr<Gate> requested_;
  std::mutex mutex_;  // protects requests_
  std::vector<Request> requests_;
};

void Threads::tell(const Request& request) {
  bool first = false;
  {
    const std::lock_guard lock(mutex_);
    first = requests_.empty();
    requests_.push_back(request);
  }
  // If other requests were waiting, the manager has been woken already.
  if (first) requested_->open();
}

void Threads::live(std::size_t index) {
  Entity& entity = entities_[index];
  Post& post = *posts_[index];
  const std::int64_t delay_ns = nanoseconds(plan_.e_dly);
  if (entity.is_source()) {
    post.gate->pass();  // all start at once
    if (post.over) return;
    tell({entity.begin()});
  }
  for (;;) {
    post.gate->pass();
    if (post.over) return;
    const bool stopped = around_.stop.load(std::memory_order_relaxed);
    if (!stopped) use(around_, delay_ns);
    std::optional<FelEvent> next = entity.handle(post.event);
    if (stopped && entity.is_source()) next.reset();
    tell({next});
  }
}

void Threads::manage(Outcome& outcome) {
  const std::int64_t overhead_ns = nanoseconds(plan_.f_dly);
  EventList list;
  std::vector<Request> taken;
  std::size_t running = static_cast<std::size_t>(plan_.num_srcs);
  for (std::size_t source = 0; source < running; ++source) posts_[source]->gate->open();
  FelEvent event;
  while (running > 0) {
    requested_->pass();
    {
      const std::lock_guard lock(mutex_);
      std::swap(taken, requests_);
    }
    for (const Request& request : taken) {
      if (!request.event) {
        --running;
        continue;
      }
      use(around_, overhead_ns);
      list.push(*request.event);
    }
    taken.clear();
    outcome.greatest_list = std::max<std::uint64_t>(outcome.greatest_list, list.size());
    while (list.size() > 0) {
      list.pop(event);
      ++outcome.events;
      if (around_.progress != nullptr) {
        around_.progress->fetch_add(1, std::memory_order_relaxed);
      }
      Post& post = *posts_[event.destination];
      post.event = event;
      post.gate->open();
    }
  }
}

void Threads::let_all_end() {
  for (const auto& post : posts_) {
    post->over = true;
    post->gate->open();
  }
}

base::Result<Outcome> Threads::run() {
  std::vector<std::thread> threads;
  threads.reserve(entities_.size());
  std::string trouble;
  for (std::size_t i = 0; i < entities_.size() && trouble.empty(); ++i) {
    try {
      threads.emplace_back([this, i] { live(i); });
    } catch (const std::system_error& error) {
      trouble = "thread " + std::to_string(i) + " of " + std::to_string(entities_.size()) +
                " cannot be made (" + error.what() + "): lower num_srcs";
    }
  }
  Outcome outcome;
  if (trouble.empty()) {
    const std::int64_t cpu_before = base::thread_cpu_ns();
    const std::int64_t began = base::now_ns();
    manage(outcome);
    outcome.elapsed_ns = base::now_ns() - began;
    outcome.manager_cpu_ns = base::thread_cpu_ns() - cpu_before;
  }
  let_all_end();
  for (std::thread& thread : threads) thread.join();
  if (!trouble.empty()) return base::Error{base::ErrorCode::exhausted, trouble};
  if (around_.stop.load(std::memory_order_relaxed)) return cancelled();
  outcome.record = record_of(entities_);
  return outcome;
}

}  // namespace

base::Result<Outcome> run_threads(const contracts::FelTestPlan& plan, std::uint64_t seed,
                                  const Surroundings& around) {
  return Threads(plan, seed, around).run();
}

base::Result<Outcome> run_sequential(const contracts::FelTestPlan& plan, std::uint64_t seed,
                                     const Surroundings& around) {
  const std::int64_t delay_ns = nanoseconds(plan.e_dly);
  const std::int64_t overhead_ns = nanoseconds(plan.f_dly);
  std::vector<Entity> entities = make_entities(plan, seed);
  EventList list;
  Outcome outcome;
  const std::int64_t cpu_before = base::thread_cpu_ns();
  const std::int64_t began = base::now_ns();
  const auto add = [&](const FelEvent& event) {
    use(around, overhead_ns);
    list.push(event);
    outcome.greatest_list = std::max<std::uint64_t>(outcome.greatest_list, list.size());
  };
  for (Entity& entity : entities) {
    if (entity.is_source()) add(entity.begin());
  }
  FelEvent event;
  while (list.size() > 0) {
    if (around.stop.load(std::memory_order_relaxed)) return cancelled();
    list.pop(event);
    ++outcome.events;
    use(around, delay_ns);
    if (const auto next = entities[event.destination].handle(event)) add(*next);
    if (around.progress != nullptr) around.progress->fetch_add(1, std::memory_order_relaxed);
  }
  outcome.elapsed_ns = base::now_ns() - began;
  outcome.thread_cpu_ns = base::thread_cpu_ns() - cpu_before;
  outcome.record = record_of(entities);
  return outcome;
}

}  // namespace orrery::workloads::fel_test
