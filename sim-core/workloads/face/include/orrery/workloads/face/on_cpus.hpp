// Some of the CPUs that this process may use, for the calling thread and every thread that it makes meanwhile.
#pragma once

#include <vector>

#include "orrery/base/result.hpp"

namespace orrery::workloads {

// CPUs that the calling thread may use.
std::vector<int> usable_cpus();

class OnCpus {
 public:
  // Binds the calling thread to the first `count` of its CPUs, or to `count` of them at even distances; it has all of them
  // again when this ends. More than there are is an error (invalid_argument) that says how many there are.
  static base::Result<OnCpus> bind(int count, bool spread = false);

  OnCpus(OnCpus&& other) noexcept : before_(std::move(other.before_)) { other.before_.clear(); }
  OnCpus& operator=(OnCpus&&) = delete;
  ~OnCpus();

 private:
  explicit OnCpus(std::vector<int> before) : before_(std::move(before)) {}
  std::vector<int> before_;
};

}  // namespace orrery::workloads
