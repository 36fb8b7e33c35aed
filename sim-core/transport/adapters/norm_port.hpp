// The port over NORM: windows and credits, who hears a stream, what has come.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/transport/reliable_multicast.hpp"

#include "norm_ground.hpp"
#include "norm_reader.hpp"

namespace orrery::transport {

inline constexpr StreamId notices_stream = direct_bit - 1;
// Whoever holds the run's token may name as many parties and streams as it likes: of more than these nothing is kept.
inline constexpr std::size_t most_norm_parties = 4096;
inline constexpr std::size_t most_norm_streams = 1024;  // that one party has joined

// Are kept besides a window, for packets that rouse receivers.
inline constexpr std::size_t rousing_segments = 64;

// What parties tell each other, on a stream that all have joined. Each is told again at times, and nothing is lost with one
// that NORM overwrites.
struct NormNotice {
  enum class Kind : std::uint32_t { joined, left, read, goodbye, begins };
  Kind kind = Kind::joined;
  StreamId stream = 0;
  std::uint64_t read =
      0;              // up to which number; of `begins` after which one `party` gets everything
  PartyId party = 0;  // whose stream it is that was read, or for whom it begins
  std::uint32_t coming = 0;  // of `joined` and `begins`: which time the receiver has joined
};

class NormPort final : public ReliablePort {
 public:
  NormPort(const NormOptions& options, std::shared_ptr<base::Doorbell> bell);
  ~NormPort() override { close(); }

  using Port::open;
  base::Status open(StreamId stream, std::span<const std::string> endpoints) override;
  base::Status join(StreamId stream, const std::string& endpoint) override;
  base::Status leave(StreamId stream) override;
  Reserved reserve(StreamId stream, std::size_t bytes) override;
  void commit(std::size_t bytes) override;
  Io flush() override;
  Arrived peek() override;
  void release() override;
  void close() override;
  base::Status adopt() override { return begin(); }
  void forget() override;

  [[nodiscard]] std::string_view layer() const override { return "norm"; }
  [[nodiscard]] bool reliable() const override { return true; }
  [[nodiscard]] PartyId self() const override { return options_.self; }
  [[nodiscard]] std::string endpoint() const override {
    return norm_endpoint(std::span(&options_.self, 1));
  }
  [[nodiscard]] std::uint32_t max_message_bytes() const override {
    return options_.max_message_bytes;
  }
  [[nodiscard]] const PortCounters& counters() const override { return counters_; }
  [[nodiscard]] std::string why() const override { return closed_ ? "closed by this end" : ""; }

  bool readable() override { return closed_ || !lost_.empty() || !ready_.empty(); }
  bool writable() override { return closed_ || refused_ == nullptr || has_room(*refused_); }
  bool pump() override;
  bool alive() override { return true; }
  void want_writable(bool /*want*/) override {}  // credits come by the descriptor
  [[nodiscard]] int fd() const override { return ground_.fd(); }
  [[nodiscard]] bool timed() const override { return true; }
  [[nodiscard]] std::int64_t next_deadline_ns() const override;
  [[nodiscard]] base::Doorbell& bell() const override { return *bell_; }

  base::Status expect(StreamId stream, std::span<const PartyId> receivers) override;
  void evict(PartyId party) override;
  [[nodiscard]] std::size_t receivers(StreamId stream) const override;
  [[nodiscard]] std::uint64_t unacknowledged(StreamId stream) const override;
  [[nodiscard]] const RepairCounters& repairs() const override { return repairs_; }

 private:
  // One that has joined. NORM may show it messages that were sent before and repairs none of them for sure, so it is told
  // after which number to begin, again until it says how far it is.
  struct Known {
    std::uint32_t coming = 0;
    std::uint64_t begins = 0;
    bool has_begun = false;
  };
  struct Outgoing {
    NormSender sender;
    std::set<PartyId> expected;
    std::map<PartyId, Known> known;
    std::map<PartyId, std::uint64_t> read;  // up to which number, as they said
    std::int64_t expected_since_ns = 0;
    std::uint64_t sent = 0;
    std::vector<std::uint64_t> segments_at;  // after each message of a window, by its number
    std::uint64_t segments = 0;              // closed by a flush
    std::size_t open_bytes = 0;              // after them
    std::size_t roused = 0;                  // segments that rouse, and may be unread
    std::uint64_t roused_at = 0;             // after which message the last was sent
    std::vector<std::byte> staged;           // [written, end) is still to be given to NORM
    std::size_t written = 0;
    bool flushing = false;  // once all has been given
    bool dirty = false;     // something is staged, or to be flushed
  };
  // One sender's messages in a stream.
  struct Source {
    Source(PartyId the_party, StreamId the_stream, std::uint32_t key, std::size_t greatest)
        : party(the_party), stream(the_stream), reader(key, greatest) {}
    PartyId party;
    StreamId stream;
    NormReader reader;
    bool has_begun = false;  // its sender has said after which number
    std::uint64_t read = 0;
    std::uint64_t told = 0;
    bool ready = false;  // is in ready_
  };
  struct Incoming {
    NormSessionHandle session = nullptr;
    std::uint32_t coming = 0;
    std::map<PartyId, std::uint64_t> begins;  // as senders have said
    std::map<PartyId, std::unique_ptr<Source>> from;
  };
  struct Peer {
    std::int64_t heard_ns = 0;
    std::map<StreamId, std::uint32_t> joined;  // for which time
  };

  base::Status begin();
  base::Status listen(StreamId stream);
  void drop(StreamId stream);
  [[nodiscard]] bool has_heard(StreamId stream) const;
  bool has_room(Outgoing& stream);
  [[nodiscard]] static std::uint64_t unread(const Outgoing& stream);
  [[nodiscard]] std::uint64_t segments_now(const Outgoing& stream) const;
  [[nodiscard]] std::uint64_t segments_unread(const Outgoing& stream) const;
  bool push(Outgoing& stream);
  void end_segment(Outgoing& stream);
  void rouse(Outgoing& stream);

  void take_events();
  void on_stream(const NormEvent& event);
  bool settle();
  bool show(Source& source);
  void look_again();
  void rotate();

  void tell(const NormNotice& notice);
  void tell_begins(StreamId stream, PartyId party, const Known& known);
  void send_notices();
  void announce();
  void tell_credits();
  void read_notices(Source& source);
  void on_notice(PartyId from, const NormNotice& notice);
  void on_joined(PartyId from, const NormNotice& notice, Outgoing& stream);
  void on_begins(PartyId from, const NormNotice& notice);
  static void begin_at(Source& source, std::uint64_t number);
  void review(std::int64_t now);
  void give_up(StreamId id, Outgoing& stream, PartyId party);
  void forget_receiver(PartyId party);
  void say_goodbye();

  const NormOptions options_;
  const std::uint32_t key_;
  const std::size_t window_segments_;
  std::shared_ptr<base::Doorbell> bell_;
  NormGround ground_;
  std::map<StreamId, Outgoing> outgoing_;
  std::map<StreamId, Incoming> incoming_;
  std::map<NormSessionHandle, StreamId> heard_on_;
  std::vector<Outgoing*> dirty_;
  std::map<PartyId, Peer> peers_;
  std::set<PartyId> evicted_;  // by the owner
  std::deque<Source*> ready_;  // may have a message; the first is shown
  unsigned turn_ = 0;          // messages of the first
  NormSender notices_out_;
  std::uint64_t notices_told_ = 0;
  std::uint32_t comings_ = 0;
  std::vector<std::byte> notices_;
  std::uint64_t owed_ = 0;  // messages read that no credit tells of
  std::int64_t owed_since_ns_ = 0;
  std::int64_t announce_at_ns_ = 0;
  std::int64_t review_at_ns_ = 0;
  std::deque<std::pair<PartyId, StreamId>> lost_;
  bool told_lost_ = false;  // the first of them has been shown
  std::vector<std::byte> message_;
  Outgoing* reserved_ = nullptr;
  Outgoing* refused_ = nullptr;
  bool begun_ = false;
  bool closed_ = false;
  PortCounters counters_;
  RepairCounters repairs_;
};

}  // namespace orrery::transport
