#include "log/view_change.hpp"

#include <algorithm>
#include <tuple>

namespace orrery::rti {

namespace {

template <class T>
void put_list(Writer& out, const std::vector<T>& list) {
  out.put(std::as_bytes(std::span(list)));
}

template <class T>
bool get_list(Reader& in, std::vector<T>& list) {
  const Bytes raw = in.bytes();
  if (!in.ok() || raw.size() % sizeof(T) != 0) return false;
  list.resize(raw.size() / sizeof(T));
  if (!raw.empty()) std::memcpy(list.data(), raw.data(), raw.size());
  return true;
}

bool are_nodes(const std::vector<std::uint32_t>& origins, std::uint32_t nodes) {
  return std::ranges::all_of(origins, [&](std::uint32_t each) { return each < nodes; });
}

}  // namespace

std::vector<std::byte> ViewChange::begin() {
  collecting_ = true;
  promised_.reset();
  questions_.clear();
  ++attempt_;
  reports_.assign(nodes_.size(), {});
  std::vector<std::byte> content;
  Writer out(content);
  out.put(attempt_);
  out.put(log_.applied());
  out.put(nodes_.gone() & ~nodes_.vacant());
  put_list(out, log_.received());
  return content;
}

const ViewChange::Question* ViewChange::take_question(std::uint32_t sender, Bytes content) {
  Reader in(content);
  Question asked;
  asked.attempt = in.get<std::uint64_t>();
  asked.applied = in.get<std::uint64_t>();
  asked.lost = in.get<NodeSet>();
  if (!get_list(in, asked.received) || !in.complete() || asked.received.size() != nodes_.size()) {
    return nullptr;
  }
  const NodeSet before = only(sender) - 1;
  if (sender >= nodes_.self() || ((asked.lost | nodes_.vacant()) & before) != before ||
      (asked.lost & (only(nodes_.self()) | only(sender))) != 0) {
    return nullptr;
  }
  return &(questions_[sender] = std::move(asked));
}

NodeSet ViewChange::forget(std::uint32_t candidate) {
  const auto found = questions_.extract(candidate);
  return found ? found.mapped().lost : 0;
}

std::optional<std::pair<std::uint32_t, ViewChange::Question>> ViewChange::next_question() {
  for (auto each = questions_.begin(); each != questions_.end(); ++each) {
    if ((each->second.lost & ~nodes_.gone()) != 0) continue;
    auto asked = questions_.extract(each);
    return std::pair(asked.key(), std::move(asked.mapped()));
  }
  return {};
}

std::vector<std::byte> ViewChange::answer(std::uint32_t candidate, const Question& asked) {
  std::vector<std::byte> content;
  Writer out(content);
  out.put(asked.attempt);
  out.put(log_.term());
  out.put(log_.applied());
  out.put(log_.forgotten() + 1);
  put_list(out, log_.origins_after(log_.forgotten()));
  put_list(out, log_.received());
  promised_ = candidate;
  return content;
}

bool ViewChange::take_report(std::uint32_t sender, Bytes content) {
  Reader in(content);
  Report report;
  const auto attempt = in.get<std::uint64_t>();
  report.term = in.get<std::uint64_t>();
  report.applied = in.get<std::uint64_t>();
  report.first = in.get<std::uint64_t>();
  if (!get_list(in, report.origins) || !get_list(in, report.received) || !in.complete() ||
      report.received.size() != nodes_.size() || report.first == 0 ||
      report.first > log_.applied() + 1 || report.applied + 1 < report.first ||
      report.applied > report.known() || !are_nodes(report.origins, nodes_.size())) {
    return false;
  }
  if (collecting_ && attempt == attempt_) reports_[sender] = std::move(report);
  return true;
}

bool ViewChange::complete() const {
  bool all = true;
  nodes_.to_living([&](std::uint32_t node) { all = all && reports_[node].has_value(); });
  return all;
}

// All logs of one term begin alike, and the log of a later term has all operations that count of earlier terms. So the longest log of
// the latest term has everything.
void ViewChange::adopt_log() {
  auto best = std::tuple(log_.term(), log_.known());
  const Report* longest = nullptr;
  for (const auto& report : reports_) {
    if (!report || std::tuple(report->term, report->known()) <= best) continue;
    best = {report->term, report->known()};
    longest = &*report;
  }
  if (longest != nullptr) {
    const std::uint64_t skipped = log_.applied() + 1 - longest->first;
    const auto& origins = longest->origins;
    const std::size_t first = std::min<std::size_t>(skipped, origins.size());
    log_.set_orders({origins.begin() + static_cast<std::ptrdiff_t>(first), origins.end()});
  }
  log_.cut();
}

ViewChange::Reports ViewChange::finish() {
  collecting_ = false;
  log_.set_term((std::uint64_t{nodes_.self()} << 32) + attempt_);
  return std::exchange(reports_, {});
}

std::vector<std::byte> ViewChange::start(const Report& report) const {
  std::vector<std::byte> content;
  Writer out(content);
  out.put(log_.term());
  out.put(report.applied + 1);
  put_list(out, log_.origins_after(report.applied));
  return content;
}

bool ViewChange::take_start(std::uint32_t sender, Bytes content) {
  Reader in(content);
  const auto term = in.get<std::uint64_t>();
  const auto first = in.get<std::uint64_t>();
  std::vector<std::uint32_t> origins;
  if (!get_list(in, origins) || !in.complete() || promised_ != sender ||
      first != log_.applied() + 1 || !are_nodes(origins, nodes_.size())) {
    return false;
  }
  log_.set_orders(std::move(origins));
  log_.set_term(term);
  promised_.reset();
  return true;
}

}  // namespace orrery::rti
