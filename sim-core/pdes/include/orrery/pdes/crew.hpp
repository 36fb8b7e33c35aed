// A crew: the calling thread and others run one function, each with its own index, and all have ended on return.
//
// Either all run or none does: the function begins only when every thread exists. The function must not throw.
#pragma once

#include <functional>

#include "orrery/base/result.hpp"

namespace orrery::pdes {

// The caller is 0; `threads` counts it. exhausted: a thread could not be made.
base::Status run_crew(int threads, const std::function<void(std::size_t)>& work);

}  // namespace orrery::pdes
