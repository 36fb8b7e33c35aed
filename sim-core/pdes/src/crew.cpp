#include "orrery/pdes/crew.hpp"

#include <atomic>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "orrery/base/process.hpp"

namespace orrery::pdes {

base::Status run_crew(int threads, const std::function<void(std::size_t)>& work,
                      const std::function<void(std::size_t)>& on_thread) {
  enum class Start : int { not_yet, now, never };
  std::atomic<Start> start{Start::not_yet};
  std::vector<std::thread> others;
  std::string trouble;
  for (int i = 1; i < threads && trouble.empty(); ++i) {
    try {
      others.emplace_back([&start, &work, &on_thread, i] {
        // Only for tools such as top; the thread works without a name.
        (void)base::set_thread_name("worker " + std::to_string(i));
        if (on_thread) on_thread(static_cast<std::size_t>(i));
        start.wait(Start::not_yet, std::memory_order_acquire);
        if (start.load(std::memory_order_acquire) == Start::now) work(static_cast<std::size_t>(i));
      });
    } catch (const std::system_error& error) {
      trouble = "thread " + std::to_string(i) + " of " + std::to_string(threads) +
                " could not be made: " + error.what() + "; use fewer threads";
    }
  }
  start.store(trouble.empty() ? Start::now : Start::never, std::memory_order_release);
  start.notify_all();
  if (trouble.empty()) work(0);
  for (std::thread& other : others) other.join();
  if (!trouble.empty()) return base::Error{base::ErrorCode::exhausted, trouble};
  return {};
}

}  // namespace orrery::pdes
