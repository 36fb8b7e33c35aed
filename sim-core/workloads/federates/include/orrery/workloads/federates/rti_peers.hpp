// Other RTIs than ours that workloads of federates can run on here.
#pragma once

#include <string>
#include <vector>

namespace orrery::workloads::federates {

// By their names in contracts::Rti; loads their libraries to see.
std::vector<std::string> usable_rti_peers();

}  // namespace orrery::workloads::federates
