// What waits for a federate: messages in receive order, calls in between, messages in time-stamp order.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <vector>

#include "orrery/base/heap.hpp"
#include "orrery/rti/federate_ambassador.hpp"

#include "wire.hpp"

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
  [[nodiscard]] std::vector<std::vector<std::byte>> all() const;  // copies, first to last

 private:
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
  bool retract(std::uint32_t federate, std::uint64_t serial);
  [[nodiscard]] std::vector<Stamped> all() const;  // copies, in order

 private:
  base::Heap<Stamped> heap_;
  std::vector<std::vector<std::byte>> spare_;
  std::uint64_t sequence_ = 0;
  std::size_t bytes_ = 0;
};

using Call = std::function<void(FederateAmbassador&)>;

// What brought a call: data, which is refused when there is no room, or anything else, which was bound to be told.
enum class Brought : std::uint8_t { by_operation, by_data };

// Calls, with the memory that they take.
class CallQueue {
 public:
  // `content`: of texts, tags and lists in it, in bytes.
  void push(Call call, std::size_t content, Brought brought);
  [[nodiscard]] std::size_t size() const { return calls_.size(); }
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
};

}  // namespace orrery::rti
