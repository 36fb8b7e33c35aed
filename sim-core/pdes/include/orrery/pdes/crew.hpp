// Runs one function on the calling thread and on new threads, each with its own index. All new threads have ended on
// return.
//
// The function begins only when every thread exists: either all threads run it, or none does. It must not throw.
#pragma once

#include <functional>

#include "orrery/base/result.hpp"

namespace orrery::pdes {

// Calls work(0) on the calling thread and work(1) to work(threads - 1) on new threads. Each new thread first calls
// `on_thread` with its index. Errors: exhausted if a thread could not be made.
base::Status run_crew(int threads, const std::function<void(std::size_t)>& work,
                      const std::function<void(std::size_t)>& on_thread = {});

}  // namespace orrery::pdes
