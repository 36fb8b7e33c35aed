// What waits for a federate: messages in receive order, calls in between, messages in time-stamp order.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <vector>

#include "orrery/base/heap.hpp"
#include "orrery/rti/federate_ambassador.hpp"

#include "wire/wire.hpp"

namespace orrery::rti {

// A queue of byte strings in one block, which grows and is used again.
class ByteQueue {
 public:
  void push(Bytes message);
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] Bytes front() const;
  void pop();
  // Drops the messages with that retraction. Returns true if there were any.
  bool retract(std::uint64_t retraction);
  // Drops the updates and removals of the object.
  void forget_object(std::uint64_t object);
  // Whether it holds a message that is to be delivered in time-stamp order.
  [[nodiscard]] bool has_stamped() const;
  // What waits to be delivered in time-stamp order is of receive order from now on.
  void lose_stamps();
  [[nodiscard]] std::vector<std::vector<std::byte>> all() const;  // copies, first to last

 private:
  template <class Condition>
  bool drop_if(const Condition& condition);

  std::vector<std::byte> block_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t count_ = 0;
  std::size_t bytes_ = 0;
};

struct Stamped {
  std::int64_t time = 0;
  std::uint64_t sequence = 0;
  std::uint32_t federate = 0;
  std::uint64_t serial = 0;
  std::vector<std::byte> bytes = {};
  bool operator<(const Stamped& other) const {
    return time != other.time ? time < other.time : sequence < other.sequence;
  }
};

class StampQueue {
 public:
  void push(std::int64_t time, const DataHead& head, Bytes message);
  [[nodiscard]] bool empty() const { return heap_.empty(); }
  [[nodiscard]] std::size_t size() const { return heap_.size(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] std::int64_t least() const;  // time stamp; `never` if empty
  [[nodiscard]] const Stamped& top() const { return heap_.top(); }
  // The buffer must come back by recycle().
  Stamped pop();
  void recycle(Stamped stamped) { spare_.push_back(std::move(stamped.bytes)); }
  // Drops the messages with that retraction. Returns true if there were any.
  bool retract(std::uint64_t retraction);
  // Drops the updates and removals of the object.
  void forget_object(std::uint64_t object);
  [[nodiscard]] std::vector<Stamped> all() const;  // copies, in order

 private:
  template <class Condition>
  bool drop_if(const Condition& condition);

  base::Heap<Stamped> heap_;
  std::vector<std::vector<std::byte>> spare_;
  std::uint64_t sequence_ = 0;
  std::size_t bytes_ = 0;
};

// Messages that were delivered while their sender could still retract them, or could once it regulates again: in receive order,
// by a flush, or at the time that was granted.
// Bounded: beyond `most` the oldest half is forgotten, and a federate is not asked to undo those when they are retracted.
struct DeliveredEarly {
  struct Message {
    std::uint64_t retraction = 0;
    std::int64_t time = 0;
  };
  static constexpr std::size_t most = std::size_t{1} << 16;
  std::vector<Message> messages = {};

  [[nodiscard]] bool full() const { return messages.size() >= room_; }
  // Forgets the messages before `time`, which nobody can retract any more.
  void make_room(std::int64_t time);
  void push(const Message& message) { messages.push_back(message); }
  // Forgets the message. Returns false if it was not delivered early.
  bool take(std::uint64_t retraction);

 private:
  std::size_t room_ = 64;  // messages until the next look at what can be forgotten
};

using Call = std::function<void(FederateAmbassador&)>;

// What brought a call: data, which is refused when there is no room, or an operation, whose callbacks cannot be refused.
enum class Brought : std::uint8_t { by_operation, by_data };

// Calls, with the memory that they take.
class CallQueue {
 public:
  // `content`: of texts, tags and lists in it, in bytes.
  void push(Call call, std::size_t content, Brought brought);
  [[nodiscard]] std::size_t size() const { return calls_.size(); }
  [[nodiscard]] std::uint64_t pushed() const { return pushed_; }  // in all
  Call pop();
  [[nodiscard]] std::size_t bytes(Brought brought) const {
    return bytes_[static_cast<std::size_t>(brought)];
  }

 private:
  struct Waiting {
    Call call;
    std::size_t bytes = 0;
    Brought brought = {};
  };
  std::deque<Waiting> calls_;
  std::array<std::size_t, 2> bytes_{};
  std::uint64_t pushed_ = 0;
};

}  // namespace orrery::rti
