// The port `nak_multicast`: its streams, sent and received, over one best-effort port.
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "orrery/base/wait.hpp"
#include "orrery/transport/reliable_multicast.hpp"

#include "chain/clock.hpp"
#include "nak_receiver.hpp"
#include "nak_sender.hpp"

namespace orrery::transport {

// Names the option that is wrong.
base::Status check(const NakOptions& options, std::uint32_t below_bytes);
// Later lives have greater epochs: tenths of a second, for some years.
std::uint32_t epoch_now();

class NakPort : public ReliablePort {
 public:
  NakPort(std::unique_ptr<Port> below, const NakOptions& options, std::uint32_t epoch, Clock clock);
  ~NakPort() override { close(); }

  using Port::open;
  base::Status open(StreamId stream, std::span<const std::string> endpoints) override;
  base::Status join(StreamId stream, const std::string& endpoint) override {
    return below_->join(stream, endpoint);
  }
  base::Status leave(StreamId stream) override;
  Reserved reserve(StreamId stream, std::size_t bytes) override;
  void commit(std::size_t bytes) override;
  Io flush() override;
  Arrived peek() override;
  void release() override;
  void close() override;
  void forget() override;

  bool readable() override;
  bool writable() override;
  bool pump() override;
  bool alive() override { return true; }
  void want_writable(bool want) override { below_->want_writable(want); }
  [[nodiscard]] int fd() const override { return below_->fd(); }
  [[nodiscard]] bool wants_output() const override { return below_->wants_output(); }
  [[nodiscard]] bool timed() const override { return true; }
  [[nodiscard]] std::int64_t next_deadline_ns() const override;
  [[nodiscard]] base::Doorbell& bell() const override { return below_->bell(); }

  [[nodiscard]] std::string_view layer() const override { return "nak_multicast"; }
  [[nodiscard]] const Port* below() const override { return below_.get(); }
  [[nodiscard]] bool reliable() const override { return true; }
  [[nodiscard]] PartyId self() const override { return below_->self(); }
  [[nodiscard]] std::string endpoint() const override { return below_->endpoint(); }
  [[nodiscard]] std::uint32_t max_message_bytes() const override {
    return below_->max_message_bytes() - static_cast<std::uint32_t>(sizeof(NakHeader));
  }
  [[nodiscard]] const PortCounters& counters() const override { return counters_; }
  [[nodiscard]] std::string why() const override { return why_; }

  base::Status expect(StreamId stream, std::span<const PartyId> receivers) override;
  void evict(PartyId party) override;
  [[nodiscard]] std::size_t receivers(StreamId stream) const override;
  [[nodiscard]] std::uint64_t unacknowledged(StreamId stream) const override;
  [[nodiscard]] const RepairCounters& repairs() const override { return repairs_; }

  // What close() does, in steps: says good-bye to receivers and senders; from then on others' streams are left, not heard.
  void part();
  // Nobody misses anything any more.
  [[nodiscard]] bool parted() const;

 protected:
  // What a protocol on top of this one adds (region_multicast).
  // A packet of a type that is not one of ours.
  virtual void on_other(const Arrived& /*arrived*/, const NakHeader& /*header*/,
                        std::int64_t /*now*/) {
    ++counters_.malformed;
  }
  // Something came for the receiver, or of it something was read.
  virtual void on_change(NakReceiver& /*receiver*/, std::int64_t /*now*/) {}
  virtual void on_evicted(PartyId /*party*/, std::int64_t /*now*/) {}
  // The owner has named it to evict(): as a receiver it is not heard.
  [[nodiscard]] bool excluded(PartyId party) const {
    return std::ranges::find(excluded_, party) != excluded_.end();
  }
  virtual void on_away(std::int64_t /*now*/) {}  // the owner has been
  virtual void on_closing() {}
  // Acts on what is due; when it has to again.
  virtual std::int64_t tick_others(std::int64_t /*now*/) { return base::no_deadline; }
  [[nodiscard]] virtual const Peers* peers_of(StreamId /*stream*/) const { return nullptr; }

  void list(NakReceiver& receiver);
  static std::uint64_t key(PartyId from, StreamId stream) {
    return (std::uint64_t{from} << 32) | stream;
  }

  std::unique_ptr<Port> below_;
  const NakOptions options_;
  const std::uint32_t epoch_;
  Clock clock_;
  PortCounters counters_;
  RepairCounters repairs_;
  std::unordered_map<StreamId, std::unique_ptr<NakSender>> senders_;
  std::unordered_map<std::uint64_t, std::unique_ptr<NakReceiver>> receivers_;
  std::int64_t deadline_ns_ = 0;  // earliest of all streams', or earlier

 private:
  struct Loss {
    PartyId party = 0;
    StreamId stream = 0;
    const char* why = "";
  };

  NakSender& make_sender(StreamId stream);
  void drain(std::int64_t now);
  void take(const Arrived& arrived, std::int64_t now);
  void take_from_sender(const Arrived& arrived, const NakHeader& header, std::int64_t now);
  void tick(std::int64_t now);

  NakSender* out_ = nullptr;      // of the reservation
  NakSender* refused_ = nullptr;  // the last that was full
  std::deque<NakReceiver*> ready_;
  std::deque<Loss> losses_;
  enum class Shows : std::uint8_t { nothing, message, loss } shows_ = Shows::nothing;
  std::vector<PartyId> evicted_;   // by this tick
  std::vector<PartyId> excluded_;  // by the owner
  std::int64_t pumped_ns_ = 0;
  bool unsent_ = false;
  unsigned unheard_ = 0;  // packets sent since others were heard
  bool parting_ = false;
  bool closed_ = false;
  std::string why_;
};

}  // namespace orrery::transport
