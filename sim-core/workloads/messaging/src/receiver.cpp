#include "receiver.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include "orrery/base/clock.hpp"

#include "content.hpp"
#include "stages.hpp"
#include "wire.hpp"

namespace orrery::workloads::messaging {

namespace {

using base::Error;
using base::ErrorCode;
using transport::Io;

constexpr std::uint64_t receiver_looks_every = 64;  // messages between two calls of stopped()

Error ended(transport::Channel& channel) {
  return {ErrorCode::peer_lost, "the sender has gone: " + channel.why()};
}

class Receiver {
 public:
  Receiver(End& end, const Load& load, std::atomic<std::uint64_t>* progress)
      : end_(end), load_(load), progress_(progress), message_(load.message_bytes) {
    extracting_.reserve(load.exchanges);
  }

  base::Status receive_all() {
    for (std::uint64_t number = 0; number < load_.exchanged(); ++number) {
      if (auto done = take_one(number); !done) return done;
    }
    for (std::uint64_t number = load_.exchanged(); number < load_.messages(); ++number) {
      if (auto done = await(); !done) return done;
      extract();
      look_at(number);
    }
    account_.sum = sum_.value();
    account_.connections = end_.channel().counters().connections;
    account_.extract_ns = quantile(extracting_, 0.5);
    account_.extract_p99_ns = quantile(extracting_, 0.99);
    account_.use = base::process_usage();
    return send(account_);
  }

 private:
  base::Status take_one(std::uint64_t number) {
    if (auto done = await(); !done) return done;
    // Answers before it extracts: the sender continues as soon as the buffer holds its message, and extraction is timed here
    // alone.
    const Answer answer{number, end_.found_ns(), base::now_ns()};
    if (auto done = send(answer); !done) return done;
    const std::int64_t began_ns = base::now_ns();
    extract();
    const std::int64_t took_ns = base::now_ns() - began_ns;
    if (number >= load_.warmup) {
      extracting_.push_back(static_cast<std::uint32_t>(
          std::min<std::int64_t>(took_ns, std::numeric_limits<std::uint32_t>::max())));
    }
    look_at(number);
    return {};
  }

  base::Status await() {
    if (account_.messages % receiver_looks_every == 0 && end_.stopped()) {
      return Error{ErrorCode::cancelled, "stopped between two messages"};
    }
    if (end_.readable(base::no_deadline) != base::WaitOutcome::ready) {
      return Error{ErrorCode::cancelled, "stopped while the receiver waited for a message"};
    }
    arrived_ = end_.channel().peek();
    if (arrived_.io != Io::ok) return ended(end_.channel());
    return {};
  }

  void extract() {
    length_ = arrived_.bytes.size();
    if (length_ <= message_.size()) std::memcpy(message_.data(), arrived_.bytes.data(), length_);
    end_.channel().release();
  }

  void look_at(std::uint64_t number) {
    ++account_.messages;
    account_.bytes += length_;
    if (length_ != message_.size()) {
      ++account_.damaged;
      return;
    }
    MessageHead head;
    std::memcpy(&head, message_.data(), sizeof head);
    if (head.number != number) ++account_.misplaced;
    if (head.checksum != checksum(std::span(message_).subspan(sizeof head))) ++account_.damaged;
    sum_.add(head);
    if (progress_ != nullptr && number >= load_.warmup) {
      progress_->fetch_add(1, std::memory_order_relaxed);
    }
  }

  template <class Words>
  base::Status send(const Words& words) {
    transport::Reserved reserved;
    Io io = Io::ok;
    if (end_.room(sizeof words, base::no_deadline, reserved) != base::WaitOutcome::ready) {
      return Error{ErrorCode::cancelled, "stopped while the receiver answered"};
    }
    if (reserved.io != Io::ok) return ended(end_.channel());
    std::memcpy(reserved.bytes.data(), &words, sizeof words);
    end_.channel().commit(sizeof words);
    if (end_.left(base::no_deadline, io) != base::WaitOutcome::ready) {
      return Error{ErrorCode::cancelled, "stopped while the receiver answered"};
    }
    if (io != Io::ok) return ended(end_.channel());
    return {};
  }

  End& end_;
  const Load& load_;
  std::atomic<std::uint64_t>* const progress_;
  transport::Peeked arrived_;
  std::vector<std::byte> message_;
  std::size_t length_ = 0;
  std::vector<std::uint32_t> extracting_;
  Sum sum_;
  Account account_;
};

}  // namespace

base::Status receive_all(End& end, const Load& load, std::atomic<std::uint64_t>* progress) {
  return Receiver(end, load, progress).receive_all();
}

}  // namespace orrery::workloads::messaging
