// The port over a DDS session: windows and credits, who hears a stream, what has been taken.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/transport/reliable_multicast.hpp"

#include "datagram/numbering.hpp"
#include "dds_session.hpp"

namespace orrery::transport {

constexpr std::size_t taken_at_once = 64;
constexpr std::int64_t look_ns = 500'000;
// A greeting that is not answered is said again; after twice as long each time, since only the latest counts.
constexpr std::int64_t greet_again_ns = 50'000'000;
constexpr std::int64_t greet_again_at_most_ns = 2'000'000'000;
constexpr std::int64_t linger_ns = 1'000'000'000;  // of close()
constexpr std::int64_t credit_ns = 1'000'000;      // a credit waits for more, at most so long

// Before every message: Cyclone acknowledges what it has stored, not what was read, and what it has no room for is lost;
// so readers say themselves how far they are, on a topic of its own. And a reader that finds a writer while that sends may
// lose what is under way, also where both are reliable: so a writer greets whom it has found and sends nothing before its
// latest greeting is answered.
struct Head {
  std::uint64_t number = 0;    // of the stream, from 1 on; of a greeting: of the message before
  std::uint64_t greeting = 0;  // 0: a message
};
struct Credit {
  PartyId sender = 0;  // whose stream it is
  StreamId stream = 0;
  std::uint64_t read = 0;      // up to which number
  std::uint64_t greeting = 0;  // that is answered; 0: none
};
constexpr PartyId everybody = direct_bit;  // as the sender of a credit: its writer says good-bye
constexpr StreamId credits_stream = direct_bit - 1;

class DdsPort final : public ReliablePort {
 public:
  DdsPort(const DdsOptions& options, std::shared_ptr<base::Doorbell> bell)
      : options_(options), bell_(std::move(bell)), session_(options, bell_) {}
  ~DdsPort() override { close(); }

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

  [[nodiscard]] std::string_view layer() const override { return "dds"; }
  [[nodiscard]] bool reliable() const override { return options_.reliable; }
  [[nodiscard]] PartyId self() const override { return options_.self; }
  [[nodiscard]] std::string endpoint() const override {
    return dds_endpoint(std::span(&options_.self, 1));
  }
  [[nodiscard]] std::uint32_t max_message_bytes() const override {
    return options_.max_message_bytes;
  }
  [[nodiscard]] const PortCounters& counters() const override { return counters_; }
  [[nodiscard]] std::string why() const override { return closed_ ? "closed by this end" : ""; }

  bool readable() override { return closed_ || !lost_.empty() || session_.news || waiting_ > 0; }
  bool writable() override { return closed_ || refused_ == nullptr || has_room(*refused_); }
  bool pump() override;
  bool alive() override { return true; }
  void want_writable(bool want) override { wanted_ = want; }
  // How far receivers are is not told by Cyclone, only to be asked.
  [[nodiscard]] bool timed() const override { return true; }
  [[nodiscard]] std::int64_t next_deadline_ns() const override {
    if (wanted_ || !waited_for_.empty()) return base::now_ns() + look_ns;
    return owed_ == 0 ? base::no_deadline : owed_since_ns_ + credit_ns;
  }
  [[nodiscard]] base::Doorbell& bell() const override { return *bell_; }

  base::Status expect(StreamId stream, std::span<const PartyId> receivers) override;
  void evict(PartyId party) override;
  [[nodiscard]] std::size_t receivers(StreamId stream) const override;
  [[nodiscard]] std::uint64_t unacknowledged(StreamId stream) const override;
  [[nodiscard]] const RepairCounters& repairs() const override { return repairs_; }

 private:
  struct Outgoing {
    dds_entity_t writer = 0;
    std::set<PartyId> found;                // whose readers Cyclone has matched
    std::set<PartyId> expected;             // those, and those that are to come
    std::set<PartyId> ready;                // that have answered what was then the latest greeting
    std::map<PartyId, std::uint64_t> read;  // up to which number, as they said
    std::uint64_t sent = 0;
    std::uint64_t greetings = 0;
    std::int64_t heard_ns = 0;  // of a receiver, or greeted since
    std::int64_t patience_ns = greet_again_ns;
    std::int64_t expected_since_ns = 0;
  };
  struct Progress {
    std::uint64_t read = 0;
    std::uint64_t told = 0;
    Numbering numbers;  // of best effort
  };
  struct Incoming {
    dds_entity_t reader = 0;
    std::map<PartyId, Progress> from;  // that have greeted
    // Taken and not yet released, from `next` on.
    std::array<void*, taken_at_once> samples{};
    std::array<dds_sample_info_t, taken_at_once> infos{};
    std::size_t taken = 0;
    std::size_t next = 0;
    Progress* shown = nullptr;  // of the next one's sender, once that is known to be a message

    [[nodiscard]] const Packet& packet() const {
      return *static_cast<const Packet*>(samples[next]);
    }
  };

  base::Status begin();
  void expect(Outgoing& stream, PartyId party);
  void review(StreamId id, Outgoing& stream);
  void miss_departed();
  void give_up(StreamId id, Outgoing& stream, PartyId party);
  bool has_room(Outgoing& stream);
  [[nodiscard]] bool has_heard(StreamId stream) const;
  [[nodiscard]] static std::uint64_t unread(const Outgoing& stream);
  void take_credits();
  void tell_credits();
  void tell(const Credit& credit);
  [[nodiscard]] bool all_hear_credits() const;
  void say_goodbye();
  void on_goodbye(PartyId party);
  void greet(Outgoing& stream);
  void ask_anew(Outgoing& stream);
  void answer(StreamId id, Incoming& stream, PartyId sender, const Head& greeting);
  void miss(StreamId id, PartyId sender, const Progress& progress, std::uint64_t next);
  bool choose();
  bool take();
  void fill(StreamId id, Incoming& stream);
  bool shows(StreamId id, Incoming& stream);
  Progress* look_at(StreamId id, Incoming& stream);
  static void give_back(Incoming& stream);

  const DdsOptions options_;
  std::shared_ptr<base::Doorbell> bell_;
  DdsSession session_;
  std::map<StreamId, Outgoing> outgoing_;
  std::map<StreamId, Incoming> incoming_;
  std::set<PartyId> present_;      // whose readers of credits have been found, and are there
  std::set<PartyId> departed_;     // that have said good-bye, or that the owner evicted
  std::set<StreamId> waited_for_;  // streams whose receivers have not all come
  dds_entity_t credit_writer_ = 0;
  dds_entity_t credit_reader_ = 0;
  std::uint64_t owed_ = 0;  // messages read that no credit tells of
  std::int64_t owed_since_ns_ = 0;
  Incoming* shown_ = nullptr;  // whose message is shown, or was last
  StreamId shown_stream_ = 0;  // others come first
  std::size_t waiting_ = 0;    // streams that have a message to show
  std::deque<std::pair<PartyId, StreamId>> lost_;
  bool told_lost_ = false;  // the first of them has been shown
  std::vector<std::byte> message_;
  Outgoing* reserved_ = nullptr;
  Outgoing* refused_ = nullptr;
  bool wanted_ = false;
  bool begun_ = false;
  bool closed_ = false;
  PortCounters counters_;
  RepairCounters repairs_;
};

}  // namespace orrery::transport
