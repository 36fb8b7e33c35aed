#include "orrery/worker/calibration.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "orrery/base/clock.hpp"
#include "orrery/base/doorbell.hpp"
#include "orrery/base/wait.hpp"
#include "orrery/base/work.hpp"
#include "orrery/transport/channel.hpp"
#include "orrery/transport/dds.hpp"
#include "orrery/transport/norm.hpp"
#include "orrery/transport/transport.hpp"
#include "orrery/workloads/federates/rti_peers.hpp"

#include "commit.hpp"

namespace orrery::worker {

namespace {

std::string build_of() {
#if defined(__clang__)
  std::string build = "clang++ " + std::to_string(__clang_major__) + "." +
                      std::to_string(__clang_minor__) + "." + std::to_string(__clang_patchlevel__);
#else
  std::string build = "g++ " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__) +
                      "." + std::to_string(__GNUC_PATCHLEVEL__);
#endif
  build += " " ORRERY_BUILD_TYPE;
  if (const std::string_view sanitizers = ORRERY_SANITIZERS; !sanitizers.empty()) {
    build += " (" + std::string(sanitizers) + ")";
  }
  return build;
}

// Rounds of the calibrated work per microsecond, over one window.
double speed_over(std::int64_t window_ns) {
  constexpr std::uint64_t rounds_at_once = 50'000;
  const std::int64_t started = base::now_ns();
  std::uint64_t rounds = 0;
  std::int64_t took = 0;
  do {
    (void)base::CpuWork::burn_iterations(rounds_at_once);
    rounds += rounds_at_once;
    took = base::now_ns() - started;
  } while (took < window_ns);
  return static_cast<double>(rounds) * 1e3 / static_cast<double>(took);
}

// What else runs on the machine can only slow a window down, so the best of several stands. A CPU
// limit is not got round by that: a window is twice the 100 ms over which the kernel shares CPUs out.
double rating(std::int64_t duration_ms) {
  constexpr int greatest_windows = 10;
  constexpr double agreement = 0.97;  // of the second best window with the best
  const std::int64_t window_ns = duration_ms * 1'000'000 / 2;
  (void)speed_over(window_ns / 2);  // uses up what a limited process had left in hand
  double best = 0;
  double second = 0;
  for (int window = 0; window < greatest_windows; ++window) {
    const double speed = speed_over(window_ns);
    second = std::max(second, std::min(best, speed));
    best = std::max(best, speed);
    if (second > agreement * best) break;
  }
  return best;
}

// A transport that cannot make a pair here (no memfd, no sockets) is not offered.
bool usable(transport::Kind kind) {
  auto a = base::Doorbell::create(base::Doorbell::Scope::shared);
  auto b = base::Doorbell::create(base::Doorbell::Scope::shared);
  return a && b && transport::Transport::make_pair(kind, {}, *a, *b).ok();
}

}  // namespace

contracts::Calibration calibrate(std::int64_t duration_ms) {
  contracts::Calibration calibration;
  const base::ClockQuality clock = base::measure(base::CycleClock::calibrate());
  calibration.rating = rating(duration_ms);
  calibration.clock_resolution_ns = clock.resolution_ns;
  calibration.clock_read_ns = clock.read_cost_ns;
  using transport::Kind;
  for (const Kind kind : {Kind::thread, Kind::shm, Kind::uds, Kind::tcp, Kind::tcp_per_message,
                          Kind::mailer, Kind::tls}) {
    if (usable(kind)) calibration.transports.emplace_back(transport::to_string(kind));
  }
  calibration.rti_peers = workloads::federates::usable_rti_peers();
  if (transport::has_dds()) calibration.third_party_transports.emplace_back("dds");
  if (transport::has_norm()) calibration.third_party_transports.emplace_back("norm");
  calibration.worker_version = ORRERY_VERSION;
  calibration.build = build_of();
  calibration.commit = ORRERY_COMMIT;
  calibration.cores = std::max(1, base::usable_cores());
  return calibration;
}

std::string version_line() {
  return "orrery-worker " ORRERY_VERSION ", commit " ORRERY_COMMIT ", " + build_of();
}

}  // namespace orrery::worker
