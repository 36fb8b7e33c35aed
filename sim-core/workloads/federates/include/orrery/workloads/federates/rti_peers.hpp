// Other RTIs on which workloads of federates can run on this node.
#pragma once

#include <string>
#include <vector>

namespace orrery::workloads::federates {

// Their names in contracts::Rti. Loads their libraries to find out.
std::vector<std::string> usable_rti_peers();

}  // namespace orrery::workloads::federates
