// Binds the calling thread, and every thread that it creates meanwhile, to some of the CPUs that this process may use.
#pragma once

#include <vector>

#include "orrery/base/result.hpp"

namespace orrery::workloads {

class OnCpus {
 public:
  // Binds the calling thread to the first `count` of its CPUs. The destructor binds it to all of them again. Errors:
  // invalid_argument, naming the number of CPUs, if `count` is below 1 or above it.
  static base::Result<OnCpus> bind(int count);

  OnCpus(OnCpus&& other) noexcept : before_(std::move(other.before_)) { other.before_.clear(); }
  OnCpus& operator=(OnCpus&&) = delete;
  ~OnCpus();

 private:
  explicit OnCpus(std::vector<int> before) : before_(std::move(before)) {}
  std::vector<int> before_;
};

}  // namespace orrery::workloads
