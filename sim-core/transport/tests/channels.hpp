// What the conformance suite of channels runs over: every kind, and chains of modules on some.
#pragma once

#include <vector>

#include "orrery/transport/chain.hpp"

#include "support.hpp"

namespace orrery::transport::testing {

template <Kind K>
struct Plain {
  static constexpr Kind kind = K;
  static Pair make(const ChannelOptions& options = {}) { return make_pair(K, options); }
  static std::string name() { return std::string(to_string(K)); }
};

// The chain takes messages of the size asked for; the transport below gets `Below` at most, or what
// it needs for one.
inline Pair make_chained(Kind kind, const ChannelOptions& options,
                         std::span<const ModuleOptions> modules, std::uint32_t below) {
  ChannelOptions bottom = options;
  bottom.max_message_bytes = below != 0 ? below : options.max_message_bytes + 64;
  Pair pair = make_pair(kind, bottom);
  for (auto* end : {&pair.a, &pair.b}) {
    auto built = build_chain(std::move(*end), modules, options.max_message_bytes);
    EXPECT_TRUE(built.ok()) << built.error().message;
    *end = std::move(*built);
  }
  return pair;
}

struct WithBundler {
  static std::vector<ModuleOptions> modules() { return {BundlerOptions{}}; }
  static constexpr std::uint32_t below = 0;
  static constexpr const char* name = "bundler";
};
struct WithFragmenter {
  static std::vector<ModuleOptions> modules() { return {FragmenterOptions{}}; }
  static constexpr std::uint32_t below = 200;
  static constexpr const char* name = "fragmenter";
};
// Everything at once. What a loss does to a reliable transport is delay.
struct WithAll {
  static std::vector<ModuleOptions> modules() {
    ImpairmentOptions impairment;
    impairment.delay_ns = 20'000;
    impairment.jitter = Jitter::exponential;
    impairment.jitter_ns = 10'000;
    impairment.loss = 0.01;
    impairment.recovery_ns = 100'000;
    impairment.duplicate = 0.1;
    impairment.reorder = 0.1;
    return {FragmenterOptions{.max_message_bytes = 2U << 20},
            BundlerOptions{.bundle_bytes = (1U << 20) + 16},
            CopierOptions{3},
            CountersOptions{},
            RateLimiterOptions{.messages_per_s = 1e6},
            impairment};
  }
  static constexpr std::uint32_t below = 300;
  static constexpr const char* name = "all_modules";
};

template <Kind K, class Modules>
struct Chained {
  static constexpr Kind kind = K;
  static Pair make(const ChannelOptions& options = {}) {
    return make_chained(K, options, Modules::modules(), Modules::below);
  }
  static std::string name() { return std::string(to_string(K)) + "_" + Modules::name; }
};

using AllChannels =
    ::testing::Types<Plain<Kind::thread>, Plain<Kind::shm>, Plain<Kind::uds>, Plain<Kind::tcp>,
                     Plain<Kind::tcp_per_message>, Plain<Kind::mailer>, Plain<Kind::tls>,
                     Chained<Kind::shm, WithBundler>, Chained<Kind::tcp, WithBundler>,
                     Chained<Kind::shm, WithFragmenter>, Chained<Kind::tcp, WithFragmenter>,
                     Chained<Kind::shm, WithAll>, Chained<Kind::uds, WithAll>>;
struct ChannelNames {
  template <class T>
  static std::string GetName(
      int /*index*/) {  // NOLINT(readability-identifier-naming): GoogleTest's
    return T::name();
  }
};

}  // namespace orrery::transport::testing
