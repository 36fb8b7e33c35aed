// The module `bundler`. In a bundle each message is its length (32 bits, little-endian), 32 zero
// bits, the payload, and zeros up to a multiple of 8 bytes.
#pragma once

#include <unordered_map>
#include <vector>

#include "orrery/transport/chain.hpp"

#include "clock.hpp"
#include "module.hpp"

namespace orrery::transport {

class Bundler final : public Module {
 public:
  Bundler(std::unique_ptr<Port> below, const BundlerOptions& options, Clock clock);
  ~Bundler() override { close(); }

  Reserved reserve(StreamId stream, std::size_t bytes) override;
  void commit(std::size_t bytes) override;
  Io flush() override;
  Arrived peek() override;
  void release() override;
  void close() override;
  void forget() override;
  bool readable() override { return held_bytes_ != 0 || below_->readable(); }
  bool writable() override;
  bool pump() override;
  [[nodiscard]] bool wants_output() const override {
    return retry_ns_ != 0 || below_->wants_output();
  }
  [[nodiscard]] std::int64_t next_deadline_ns() const override;
  [[nodiscard]] std::string_view layer() const override { return "bundler"; }
  [[nodiscard]] std::uint32_t max_message_bytes() const override;

 private:
  struct Bundle {
    StreamId stream = 0;
    std::size_t used = 0;
    std::int64_t since_ns = 0;
    std::vector<std::byte> bytes;
  };

  Bundle& bundle_of(StreamId stream);
  Io send(Bundle& bundle);
  Io send_all(std::int64_t started_before_ns);

  const std::uint32_t bundle_bytes_;
  const std::int64_t timeout_ns_;
  Clock clock_;
  std::unordered_map<StreamId, std::unique_ptr<Bundle>> bundles_;
  std::vector<Bundle*> waiting_;  // not empty, oldest first
  Bundle* last_ = nullptr;
  Bundle* refused_ = nullptr;
  std::int64_t retry_ns_ = 0;        // what is below was full; look again then
  std::size_t unflushed_bytes_ = 0;  // went below since that was flushed
  Io end_ = Io::ok;                  // sending is over
  bool closed_ = false;
  Arrived held_;                // the bundle being read
  std::size_t held_at_ = 0;     // its message shown next
  std::size_t held_bytes_ = 0;  // of the whole bundle; 0: none is held
};

}  // namespace orrery::transport
