#include "data/send_windows.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace orrery::rti {

bool SendWindows::has_room(Federation& federation, const Local* sender, NodeSet nodes) {
  if (most_waiting_ == 0) return true;
  if ((nodes & only(net_.self())) != 0) {
    for (const Local* local : federation.locals) {
      if (local != sender && local->queue.size() >= most_waiting_) return false;
    }
  }
  if (federation.windows.empty()) return true;
  for (NodeSet left = nodes & ~only(net_.self()); left != 0; left &= left - 1) {
    const auto target = static_cast<std::uint32_t>(std::countr_zero(left));
    SendWindow& window = federation.windows[target];
    if (window.waiting() < most_waiting_ || !net_.living(target)) continue;
    if (window.asked == 0) ask(federation, target, window);  // sent before there was a bound
    return false;
  }
  return true;
}

void SendWindows::sent(Federation& federation, NodeSet remote) {
  if (federation.windows.empty()) federation.windows.resize(net_.nodes());
  for (NodeSet left = remote; left != 0; left &= left - 1) {
    const auto target = static_cast<std::uint32_t>(std::countr_zero(left));
    SendWindow& window = federation.windows[target];
    if (++window.sent >= window.next_ask) ask(federation, target, window);
  }
}

std::uint64_t SendWindows::waiting(const Federation& federation) const {
  std::uint64_t most = 0;
  for (std::uint32_t node = 0; in_use() && node < federation.windows.size(); ++node) {
    if (net_.living(node)) most = std::max(most, federation.windows[node].waiting());
  }
  return most;
}

// A quarter of the bound, so that most of a window is open when an answer comes. Around `stride_` without a pattern: the
// messages that are asked about are then at any place among those that are held to leave together.
std::uint32_t SendWindows::stride() {
  const std::uint32_t quarter = most_waiting_ > 0 ? std::max(1U, most_waiting_ / 4) : UINT32_MAX;
  if (observer_ == nullptr || stride_ >= quarter) return quarter;
  random_ ^= random_ << 13;
  random_ ^= random_ >> 17;
  random_ ^= random_ << 5;
  return std::min(quarter, 1 + random_ % (2 * stride_));
}

void SendWindows::ask(Federation& federation, std::uint32_t node, SendWindow& window) {
  if (window.asked == SendWindow::most_asks || !net_.living(node)) return;
  window.asks[window.asked++] = {window.sent, net_.clock().now_ns()};
  window.next_ask = window.sent + stride();
  send(federation, node, 0, window.sent);
}

void SendWindows::send(Federation& federation, std::uint32_t target, std::uint8_t detail,
                       std::uint64_t number) {
  TakenMessage message;
  message.head.kind = MessageKind::taken;
  message.head.detail = detail;
  message.head.federation = federation.id;
  message.head.stamp = net_.applied();
  message.number = number;
  const Bytes bytes = std::as_bytes(std::span(&message, 1));
  detail == 0 ? net_.send_with_data(target, bytes) : net_.send(target, bytes);
}

bool SendWindows::take(Federation& federation, std::uint32_t sender, const MessageHead& head,
                       Bytes message) {
  bool known = message.size() == sizeof(TakenMessage) && head.detail <= 1;
  if (known) {
    const std::uint64_t number = read_as<TakenMessage>(message).number;
    known = head.detail == 0 ? note(federation, sender, number)
                             : take_answer(federation, sender, number);
  }
  if (!known) ++counters_.malformed;
  return true;
}

bool SendWindows::take_answer(Federation& federation, std::uint32_t sender, std::uint64_t number) {
  if (sender >= federation.windows.size()) return false;
  SendWindow& window = federation.windows[sender];
  if (window.asked == 0 || window.asks[0].number != number) return false;
  if (observer_ != nullptr) observer_->took(net_.clock().now_ns() - window.asks[0].asked_ns);
  const auto first = window.asks.begin();
  std::move(first + 1, first + static_cast<std::ptrdiff_t>(window.asked), first);
  --window.asked;
  window.taken = number;
  return true;
}

bool SendWindows::note(Federation& federation, std::uint32_t sender, std::uint64_t number) {
  TakenLater& later = federation.taken_later;
  if (later.questions.size() >= SendWindow::most_asks * net_.nodes()) return false;
  TakenLater::Question question{sender, number};
  if (!later.spare.empty()) {
    question.waiting = std::move(later.spare.back());
    later.spare.pop_back();
  }
  for (const Local* local : federation.locals) {
    if (local->queue.empty()) continue;
    question.waiting.push_back({local->handle, local->taken + local->queue.size()});
  }
  later.questions.push_back(std::move(question));
  return true;
}

void SendWindows::answer_taken(Federation& federation) {
  TakenLater& later = federation.taken_later;
  // A federate that has nothing left has taken all: retracted messages too.
  const auto has_taken = [&federation](const TakenLater::Waiting& waiting) {
    const Local* const local = federation.find_local(waiting.federate);
    return local == nullptr || local->queue.empty() || local->taken >= waiting.until;
  };
  NodeSet waiting = 0;  // answers to a node keep their order
  std::size_t kept = 0;
  for (TakenLater::Question& question : later.questions) {
    while (!question.waiting.empty() && has_taken(question.waiting.back()))
      question.waiting.pop_back();
    if (!question.waiting.empty() || (waiting & only(question.node)) != 0) {
      waiting |= only(question.node);
      if (&later.questions[kept] != &question) std::swap(later.questions[kept], question);
      ++kept;
      continue;
    }
    if (net_.living(question.node)) send(federation, question.node, 1, question.number);
    later.spare.push_back(std::move(question.waiting));
  }
  later.questions.resize(kept);
}

}  // namespace orrery::rti
