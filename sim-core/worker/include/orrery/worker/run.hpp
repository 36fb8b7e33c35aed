// `orrery-worker run`: one repeat of a run, for one node, as docs/formats/worker-control.md says.
#pragma once

namespace orrery::worker {

inline constexpr int exit_done = 0;
inline constexpr int exit_failed = 1;
inline constexpr int exit_bad_plan = 2;
inline constexpr int exit_stopped = 3;

struct RunStreams {
  int in = 0;         // control lines from the agent
  int out = 1;        // control lines to the agent
  int telemetry = 3;  // frames; need not be open
};

// Returns the exit status. Blocks SIGTERM and SIGINT in the whole process (they are taken as `stop`) and ignores SIGPIPE.
// To be called by the main thread while there is no other: the workload may fork.
int run(const RunStreams& streams);

}  // namespace orrery::worker
