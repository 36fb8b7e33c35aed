// `orrery-worker oracle`: a plan on one descriptor, the sequential oracle's checksum on the other.
#pragma once

namespace orrery::worker {

// Returns the exit status; what is wrong with a plan goes to standard error.
int print_oracle(int in, int out);

}  // namespace orrery::worker
