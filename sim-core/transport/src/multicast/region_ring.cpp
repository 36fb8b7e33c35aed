#include "region_ring.hpp"

#include <algorithm>
#include <utility>

#include "orrery/base/wait.hpp"

namespace orrery::transport {
namespace {

constexpr std::int64_t hop_limit_ns = 2'000'000;  // doubles with each try
constexpr unsigned most_tries = 4;
constexpr std::int64_t least_round_limit_ns = 100'000'000;  // several that take no token in it
constexpr std::int64_t longest_round_limit_ns = 1'000'000'000;
constexpr std::int64_t longest_call_gap_ns = 20'000'000;
// A leader is replaced when it has not answered for so long, later by those further down the line.
constexpr std::int64_t take_over_ns = 100'000'000;
constexpr std::int64_t take_over_step_ns = 50'000'000;

}  // namespace

void RegionRing::update_live() {
  live_.clear();
  std::ranges::set_difference(members_, suspects_, std::back_inserter(live_));
}

void RegionRing::set_members(std::vector<PartyId> members, bool other_region) {
  members_ = std::move(members);
  std::erase_if(suspects_,
                [&](PartyId each) { return !std::ranges::binary_search(members_, each); });
  if (other_region) suspects_.clear();
  update_live();
  if (!other_region) return;
  out_.reset();
  round_out_ = seen_ = false;
  left_.clear();
  start_at_ns_ = calling_since_ns_ = 0;
}

std::int64_t RegionRing::round_limit_ns() const {
  return std::min(std::max(8 * round_ns_, least_round_limit_ns) << std::min(remade_, 4U),
                  longest_round_limit_ns);
}

void RegionRing::heard(PartyId party) {
  if (std::erase(suspects_, party) > 0) update_live();
}

void RegionRing::suspect(PartyId party) {
  const auto at = std::ranges::lower_bound(suspects_, party);
  if (party == self_ || (at != suspects_.end() && *at == party)) return;
  suspects_.insert(at, party);
  update_live();
}

void RegionRing::want(std::int64_t now) {
  if (alone()) return;
  if (leads()) {
    calling_since_ns_ = 0;
    another_ = round_out_;
    if (!round_out_ && start_at_ns_ == 0) start_at_ns_ = std::max(now, ended_ns_ + rotation_ns_);
  } else if (calling_since_ns_ == 0) {
    calling_since_ns_ = now;
    call_gap_ns_ = 2 * rotation_ns_;
    // It may be on its way already.
    call_at_ns_ = std::max(now, seen_at_ns_ + call_gap_ns_);
  }
}

void RegionRing::on_call(PartyId from, std::int64_t now) {
  heard(from);
  want(now);
}

void RegionRing::on_taken(PartyId from, std::uint32_t generation, std::uint64_t hop) {
  heard(from);
  if (out_ && out_->token.generation == generation && out_->token.hop == hop &&
      out_->token.members[out_->to] == from) {
    out_.reset();
  }
}

void RegionRing::on_token(PartyId from, Token&& token, std::int64_t now) {
  heard(from);
  actions_->taken(from, token);
  const PartyId leader = token.members.front();
  if (seen_) {
    const auto order = static_cast<std::int32_t>(token.generation - generation_);
    const bool newer =
        order > 0 || (order == 0 && (leader < leader_ || (leader == leader_ && token.hop > hop_)));
    if (!newer) return;
  }
  const auto own = std::ranges::find(token.members, self_);
  if (own == token.members.end()) return;
  const bool is_ours = leader == self_;
  // Ours, from before we remade it or began anew.
  if (is_ours && (!round_out_ || token.generation != generation_)) return;
  seen_ = true;
  generation_ = token.generation;
  leader_ = leader;
  hop_ = token.hop;
  seen_at_ns_ = now;
  calling_since_ns_ = 0;
  ++counters_->tokens_taken;
  if (is_ours) {
    finish(std::move(token), now);
    return;
  }
  heard(leader);
  round_out_ = false;
  start_at_ns_ = 0;
  left_.clear();
  out_.reset();
  round_ns_ = static_cast<std::int64_t>(
      std::min<std::uint64_t>(token.round_ns, static_cast<std::uint64_t>(longest_round_limit_ns)));
  const auto place = static_cast<std::size_t>(own - token.members.begin());
  actions_->visit(token, place, now);
  pass_on(std::move(token), place, now);
}

void RegionRing::pass_on(Token&& token, std::size_t place, std::int64_t now) {
  std::size_t to = place + 1;
  while (to < token.members.size() && (token.gone & ring_bit(to)) != 0) ++to;
  if (to == token.members.size()) to = 0;
  if (to == place) {  // all others are gone
    finish(std::move(token), now);
    return;
  }
  ++token.hop;
  hop_ = token.hop;
  out_ = Out{std::move(token), place, to, 0, now + hop_limit_ns};
  actions_->pass(out_->token.members[to], out_->token);
}

void RegionRing::start(std::int64_t now) {
  start_at_ns_ = 0;
  another_ = false;
  Token token;
  token.members = live_;
  if (token.members.size() < 2) return;
  if (!seen_ || leader_ != self_) ++generation_;
  if (left_members_ == token.members) token.streams = std::move(left_);
  left_.clear();
  left_members_ = token.members;
  token.generation = generation_;
  token.hop = hop_;
  token.round_ns = static_cast<std::uint64_t>(round_ns_);
  seen_ = true;
  leader_ = self_;
  round_out_ = true;
  began_ns_ = seen_at_ns_ = now;
  calling_since_ns_ = 0;
  actions_->visit(token, 0, now);
  pass_on(std::move(token), 0, now);
}

void RegionRing::finish(Token&& token, std::int64_t now) {
  out_.reset();
  round_out_ = false;
  remade_ = 0;
  ended_ns_ = now;
  const std::int64_t took = now - began_ns_;
  round_ns_ = round_ns_ == 0 ? took : round_ns_ + (took - round_ns_) / 4;
  const bool had_work = !token.streams.empty();
  actions_->conclude(token, now);
  for (std::size_t place = 1; place < token.members.size(); ++place) {
    if ((token.gone & ring_bit(place)) != 0) suspect(token.members[place]);
  }
  if (token.gone != 0) token.streams.clear();  // places change
  left_ = std::move(token.streams);
  // A question that has not been all round is not kept waiting; an empty round was the last.
  if (!left_.empty()) {
    start_at_ns_ = now;
  } else if (had_work || std::exchange(another_, false)) {
    start_at_ns_ = now + rotation_ns_;
  }
}

void RegionRing::take_over(std::int64_t now) {
  while (!leads()) suspect(live_.front());
  ++counters_->tokens_remade;
  seen_ = false;  // another generation
  start(now);
}

void RegionRing::excuse(std::int64_t now) {
  if (calling_since_ns_ != 0) calling_since_ns_ = now;
  if (round_out_) began_ns_ = now;
  if (out_) out_->again_at_ns = std::max(out_->again_at_ns, now);
}

void RegionRing::tick(std::int64_t now) {
  if (out_ && now >= out_->again_at_ns) {
    if (++out_->tries < most_tries) {
      out_->again_at_ns = now + (hop_limit_ns << out_->tries);
      actions_->pass(out_->token.members[out_->to], out_->token);
    } else {
      Out lost = std::move(*out_);
      out_.reset();
      ++counters_->ring_members_lost;
      if (lost.to == 0) {
        suspect(lost.token.members[0]);
      } else {  // the leader will know
        lost.token.gone |= ring_bit(lost.to);
        pass_on(std::move(lost.token), lost.place, now);
      }
    }
  }
  if (round_out_ && now - began_ns_ > round_limit_ns()) {
    ++counters_->tokens_remade;
    ++remade_;  // more patience each time, so that all who are gone can be found
    out_.reset();
    round_out_ = false;
    seen_ = false;
    start(now);
  }
  if (start_at_ns_ != 0 && now >= start_at_ns_) start(now);
  if (calling_since_ns_ != 0 && now >= call_at_ns_) {
    const auto before = std::ranges::lower_bound(live_, self_) - live_.begin();
    if (before == 0) {  // we lead by now
      want(now);
    } else if (now - calling_since_ns_ > take_over_ns + (before - 1) * take_over_step_ns) {
      take_over(now);
    } else {
      actions_->call(live_.front());
      call_at_ns_ = now + call_gap_ns_;
      call_gap_ns_ = std::min(2 * call_gap_ns_, longest_call_gap_ns);
    }
  }
}

std::int64_t RegionRing::next_deadline_ns() const {
  std::int64_t deadline = base::no_deadline;
  if (out_) deadline = std::min(deadline, out_->again_at_ns);
  if (round_out_) deadline = std::min(deadline, began_ns_ + round_limit_ns() + 1);
  if (start_at_ns_ != 0) deadline = std::min(deadline, start_at_ns_);
  if (calling_since_ns_ != 0) deadline = std::min(deadline, call_at_ns_);
  return deadline;
}

}  // namespace orrery::transport
