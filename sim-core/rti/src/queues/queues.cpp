#include "queues/queues.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "time/time_rules.hpp"

namespace orrery::rti {
namespace {

// Is it an update or a removal of the object?
bool is_of_object(Bytes message, std::uint64_t object) {
  if (message.size() < sizeof(DataHead)) return false;
  const auto head = read_as<DataHead>(message);
  const auto kind = static_cast<DataKind>(head.head.detail);
  return (kind == DataKind::update || kind == DataKind::remove) && head.target == object;
}

}  // namespace

void ByteQueue::push(Bytes message) {
  const std::size_t whole = sizeof(std::uint64_t) + padded(message.size());
  if (end_ + whole > block_.size()) {
    if (begin_ > 0) {
      std::memmove(block_.data(), block_.data() + begin_, end_ - begin_);
      end_ -= std::exchange(begin_, 0);
    }
    // Half of it free, so that moving stays rare.
    if (2 * (end_ + whole) > block_.size())
      block_.resize(std::max<std::size_t>(4096, 3 * (end_ + whole)));
  }
  const std::uint64_t size = message.size();
  std::memcpy(block_.data() + end_, &size, sizeof size);
  if (size > 0) std::memcpy(block_.data() + end_ + sizeof size, message.data(), size);
  end_ += whole;
  bytes_ += whole;
  ++count_;
}

Bytes ByteQueue::front() const {
  std::uint64_t size = 0;
  std::memcpy(&size, block_.data() + begin_, sizeof size);
  return Bytes(block_).subspan(begin_ + sizeof size, size);
}

void ByteQueue::pop() {
  const std::size_t whole = sizeof(std::uint64_t) + padded(front().size());
  begin_ += whole;
  bytes_ -= whole;
  if (--count_ == 0) begin_ = end_ = 0;
}

template <class Condition>
bool ByteQueue::drop_if(const Condition& condition) {
  bool found = false;
  for (std::size_t at = begin_; at < end_ && !found;) {
    const auto size = read_as<std::uint64_t>(Bytes(block_).subspan(at));
    found = condition(Bytes(block_).subspan(at + sizeof size, size));
    at += sizeof size + padded(size);
  }
  if (!found) return false;
  ByteQueue kept;
  for (; !empty(); pop()) {
    if (!condition(front())) kept.push(front());
  }
  *this = std::move(kept);
  return true;
}

bool ByteQueue::retract(std::uint64_t retraction) {
  return drop_if([&](Bytes message) {
    if (message.size() < sizeof(DataHead)) return false;
    const auto head = read_as<DataHead>(message);
    return head.head.order == 1 && retraction_of(head.federate, head.serial) == retraction;
  });
}

void ByteQueue::forget_object(std::uint64_t object) {
  drop_if([&](Bytes message) { return is_of_object(message, object); });
}

bool ByteQueue::has_stamped() const {
  for (std::size_t at = begin_; at < end_;) {
    const auto size = read_as<std::uint64_t>(Bytes(block_).subspan(at));
    at += sizeof size;
    if (size > 0 &&
        (block_[at + offsetof(MessageHead, flags)] & std::byte{stamped_flag}) != std::byte{0})
      return true;
    at += padded(size);
  }
  return false;
}

void ByteQueue::lose_stamps() {
  for (std::size_t at = begin_; at < end_;) {
    const auto size = read_as<std::uint64_t>(Bytes(block_).subspan(at));
    at += sizeof size;
    if (size > 0) block_[at + offsetof(MessageHead, flags)] &= ~std::byte{stamped_flag};
    at += padded(size);
  }
}

std::vector<std::vector<std::byte>> ByteQueue::all() const {
  std::vector<std::vector<std::byte>> made;
  ByteQueue rest = *this;
  for (; !rest.empty(); rest.pop()) {
    const Bytes front = rest.front();
    made.emplace_back(front.begin(), front.end());
  }
  return made;
}

std::vector<Stamped> StampQueue::all() const {
  std::vector<Stamped> made;
  for (base::Heap<Stamped> rest = heap_; !rest.empty();) made.push_back(rest.pop());
  return made;
}

void StampQueue::push(std::int64_t time, const DataHead& head, Bytes message) {
  Stamped stamped{time, ++sequence_, head.federate, head.serial, {}};
  if (!spare_.empty()) {
    stamped.bytes = std::move(spare_.back());
    spare_.pop_back();
  }
  stamped.bytes.assign(message.begin(), message.end());
  stamped.bytes[offsetof(MessageHead, flags)] |= std::byte{stamped_flag};
  bytes_ += message.size();
  heap_.push(std::move(stamped));
}

std::int64_t StampQueue::least() const { return heap_.empty() ? never : heap_.top().time; }

Stamped StampQueue::pop() {
  Stamped stamped = heap_.pop();
  bytes_ -= stamped.bytes.size();
  return stamped;
}

template <class Condition>
bool StampQueue::drop_if(const Condition& condition) {
  return heap_.erase_if([&](const Stamped& each) {
    if (!condition(each)) return false;
    bytes_ -= each.bytes.size();
    return true;
  }) > 0;
}

bool StampQueue::retract(std::uint64_t retraction) {
  return drop_if(
      [&](const Stamped& each) { return retraction_of(each.federate, each.serial) == retraction; });
}

void StampQueue::forget_object(std::uint64_t object) {
  drop_if([&](const Stamped& each) { return is_of_object(each.bytes, object); });
}

void DeliveredEarly::make_room(std::int64_t time) {
  std::erase_if(messages, [time](const Message& each) { return each.time < time; });
  if (messages.size() >= most) messages.erase(messages.begin(), messages.begin() + most / 2);
  room_ = std::clamp<std::size_t>(2 * messages.size(), 64, most);
}

bool DeliveredEarly::take(std::uint64_t retraction) {
  return std::erase_if(messages,
                       [&](const Message& each) { return each.retraction == retraction; }) > 0;
}

// With what it captures, in an allocation of its own, and its place in the queue.
constexpr std::size_t bytes_of_call = 128;

void CallQueue::push(Call call, std::size_t content, Brought brought) {
  const std::size_t bytes = bytes_of_call + content;
  bytes_[static_cast<std::size_t>(brought)] += bytes;
  calls_.push_back({std::move(call), bytes, brought});
  ++pushed_;
}

Call CallQueue::pop() {
  Waiting& first = calls_.front();
  Call call = std::move(first.call);
  bytes_[static_cast<std::size_t>(first.brought)] -= first.bytes;
  calls_.pop_front();
  return call;
}

}  // namespace orrery::rti
