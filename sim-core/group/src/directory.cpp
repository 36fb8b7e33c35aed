#include "orrery/group/directory.hpp"

#include <algorithm>
#include <utility>

#include "orrery/base/random.hpp"

namespace orrery::group {
namespace {

base::Status check_name(std::string_view name) {
  if (!name.empty() && name.size() <= most_name_bytes) return {};
  return base::Error{base::ErrorCode::invalid_argument,
                     "a group's name has " + std::to_string(name.size()) + " bytes: use 1 to " +
                         std::to_string(most_name_bytes)};
}

base::Error not_found(GroupId group) {
  return {base::ErrorCode::not_found, "group " + std::to_string(group) + " is not known here"};
}

}  // namespace

Directory::Directory(PartyId self, std::span<const PartyId> parties)
    : self_(self), parties_(parties.begin(), parties.end()) {
  if (std::ranges::find(parties_, self) == parties_.end()) parties_.push_back(self);
}

// The living party with the greatest mix of both numbers: when one goes, only its own groups move.
PartyId Directory::home_of(GroupId group) const {
  PartyId best = self_;
  std::uint64_t most = 0;
  for (const PartyId party : parties_) {
    const std::uint64_t weight = base::mix64(group ^ base::mix64(party));
    if (weight > most || (weight == most && party < best)) {
      most = weight;
      best = party;
    }
  }
  return best;
}

void Directory::send(PartyId to, Message message, Outbox& out) {
  if (to == self_) {
    on_message(self_, message, out);
    return;
  }
  ++counters_.messages;
  out.push_back({to, std::move(message)});
}

void Directory::tell_home(GroupId group, Message::Kind kind, const std::string& name,
                          std::vector<Member> members, Outbox& out) {
  send(home_of(group), {.kind = kind, .group = group, .name = name, .members = std::move(members)},
       out);
}

base::Result<GroupId> Directory::join(std::string_view name, SubscriberId subscriber, Outbox& out) {
  if (auto checked = check_name(name); !checked) return checked.error();
  const GroupId group = id_of(name);
  Subscription& subscription = subscriptions_[group];
  if (std::ranges::find(subscription.subscribers, subscriber) != subscription.subscribers.end()) {
    return base::Error{base::ErrorCode::already_exists, "subscriber " + std::to_string(subscriber) +
                                                            " is in group '" + std::string(name) +
                                                            "' already"};
  }
  subscription.name = name;
  subscription.subscribers.push_back(subscriber);
  if (subscription.subscribers.size() == 1) {
    ++counters_.joins;
    subscription.stamp += 1;
    tell_home(group, Message::Kind::account, subscription.name, {{self_, subscription.stamp}}, out);
  } else if (subscription.told == subscription.stamp) {
    events_.push_back({Event::Kind::joined, group});
  }
  return group;
}

base::Status Directory::leave(GroupId group, SubscriberId subscriber, Outbox& out) {
  const auto at = subscriptions_.find(group);
  if (at == subscriptions_.end() || std::erase(at->second.subscribers, subscriber) == 0) {
    return not_found(group).within("subscriber " + std::to_string(subscriber));
  }
  // The stamp is kept: a later join must have a greater one.
  if (at->second.subscribers.empty()) {
    ++counters_.leaves;
    at->second.stamp += 1;
    tell_home(group, Message::Kind::account, at->second.name, {{self_, at->second.stamp}}, out);
  }
  return {};
}

std::span<const SubscriberId> Directory::subscribers(GroupId group) const {
  const auto at = subscriptions_.find(group);
  return at == subscriptions_.end() ? std::span<const SubscriberId>() : at->second.subscribers;
}

base::Result<GroupId> Directory::open(std::string_view name, Outbox& out) {
  if (auto checked = check_name(name); !checked) return checked.error();
  const GroupId group = id_of(name);
  Opening& opening = openings_[group];
  if (opening.times++ == 0) {
    opening.name = name;
    opening.stamp += 1;
    tell_home(group, Message::Kind::open, opening.name, {{self_, opening.stamp}}, out);
  } else if (opening.ready) {
    events_.push_back({Event::Kind::opened, group});
  }
  return group;
}

base::Status Directory::close(GroupId group, Outbox& out) {
  const auto at = openings_.find(group);
  if (at == openings_.end() || at->second.times == 0) return not_found(group);
  Opening& opening = at->second;
  if (--opening.times == 0) {
    // The stamp is kept: a later opening must have a greater one.
    opening.stamp += 1;
    opening.ready = false;
    opening.stamps.clear();
    opening.destinations.clear();
    tell_home(group, Message::Kind::close, {}, {{self_, opening.stamp}}, out);
  }
  return {};
}

bool Directory::ready(GroupId group) const {
  const auto at = openings_.find(group);
  return at != openings_.end() && at->second.ready;
}

std::span<const PartyId> Directory::destinations(GroupId group) const {
  const auto at = openings_.find(group);
  return at == openings_.end() ? std::span<const PartyId>() : at->second.destinations;
}

void Directory::merge(Opening& opening, const Member& member) {
  std::uint32_t& stamp = opening.stamps[member.party];
  if (member.stamp <= stamp) return;
  const bool subscribed = stamp % 2 == 1;
  stamp = member.stamp;
  if (member.party == self_ || member.subscribes() == subscribed) return;
  if (!member.subscribes()) {
    std::erase(opening.destinations, member.party);
  } else if (std::ranges::find(parties_, member.party) != parties_.end()) {
    opening.destinations.push_back(member.party);
  }
}

Directory::Home* Directory::home(GroupId group, const std::string& name, PartyId from,
                                 Outbox& out) {
  Home& home = homes_[group];
  if (home.name.empty()) home.name = name;
  if (home.name == name) return &home;
  send(from, {.kind = Message::Kind::clash, .group = group}, out);
  return nullptr;
}

void Directory::on_open(PartyId from, const Message& message, Outbox& out) {
  Home* at = home(message.group, message.name, from, out);
  if (at == nullptr) return;
  std::uint32_t& stamp = at->openers[from];
  stamp = std::max(stamp, message.members[0].stamp);
  Message all{.kind = Message::Kind::members, .group = message.group, .members = message.members};
  for (const auto& [party, own] : at->stamps) all.members.push_back({party, own});
  // An empty list is an answer too.
  send(from, std::move(all), out);
}

void Directory::on_account(PartyId from, const Message& message, Outbox& out) {
  Home* at = home(message.group, message.name, from, out);
  if (at == nullptr) return;
  const Member member = message.members[0];
  std::uint32_t& stamp = at->stamps[from];
  if (member.stamp < stamp) return;
  const bool is_new = member.stamp > stamp;
  stamp = member.stamp;
  // An older join of the same party is overtaken.
  std::erase_if(at->waiting, [&](const Waiting& each) { return each.member.party == from; });
  if (!is_new) {
    // Told anew, because another home was lost: whoever has the group open has it from us or from there.
    if (member.subscribes()) {
      send(from, {.kind = Message::Kind::joined, .group = message.group, .members = {member}}, out);
    }
    return;
  }
  Waiting waiting{member, {}};
  std::vector<PartyId> openers;
  for (const auto& [opener, own] : at->openers) {
    if (own % 2 == 0) continue;
    openers.push_back(opener);
    if (opener != self_) waiting.missing.insert(opener);
  }
  if (member.subscribes()) {
    if (waiting.missing.empty()) {
      send(from, {.kind = Message::Kind::joined, .group = message.group, .members = {member}}, out);
    } else {
      at->waiting.push_back(std::move(waiting));
    }
  }
  const Message change{.kind = Message::Kind::change, .group = message.group, .members = {member}};
  for (const PartyId opener : openers) send(opener, change, out);
}

void Directory::settle(GroupId group, Home& at, PartyId knows, const Member& member, Outbox& out) {
  for (std::size_t i = 0; i < at.waiting.size();) {
    Waiting& waiting = at.waiting[i];
    const bool about = member.party == waiting.member.party && member.stamp >= waiting.member.stamp;
    if (about) waiting.missing.erase(knows);
    if (!waiting.missing.empty()) {
      ++i;
      continue;
    }
    const Member joined = waiting.member;
    at.waiting.erase(at.waiting.begin() + static_cast<std::ptrdiff_t>(i));
    send(joined.party, {.kind = Message::Kind::joined, .group = group, .members = {joined}}, out);
  }
}

void Directory::on_message(PartyId from, const Message& message, Outbox& out) {
  using Kind = Message::Kind;
  const bool named = message.kind == Kind::open || message.kind == Kind::account;
  const bool of_self = named || message.kind == Kind::close;
  if (std::ranges::find(parties_, from) == parties_.end() ||
      (named && (message.name.empty() || id_of(message.name) != message.group)) ||
      (of_self && (message.members.size() != 1 || message.members[0].party != from)) ||
      (message.kind == Kind::members && message.members.empty())) {
    ++counters_.refused;
    return;
  }
  switch (message.kind) {
    case Kind::open:
      on_open(from, message, out);
      return;
    case Kind::account:
      on_account(from, message, out);
      return;
    case Kind::close:
      if (const auto at = homes_.find(message.group); at != homes_.end()) {
        std::uint32_t& stamp = at->second.openers[from];
        if (message.members[0].stamp < stamp) return;  // it has opened again
        stamp = message.members[0].stamp;
        for (Waiting& waiting : at->second.waiting) waiting.missing.erase(from);
        settle(message.group, at->second, from, {}, out);
      }
      return;
    case Kind::members:
    case Kind::change: {
      const auto at = openings_.find(message.group);
      // Closed meanwhile: then nobody waits for us either.
      if (at != openings_.end() && at->second.times > 0) {
        const bool all = message.kind == Kind::members;
        for (const Member& member : std::span(message.members).subspan(all ? 1 : 0)) {
          merge(at->second, member);
        }
        // A change may overtake the list that it changes; and a list may be of an earlier opening.
        if (all && message.members[0].stamp == at->second.stamp &&
            !std::exchange(at->second.ready, true)) {
          events_.push_back({Event::Kind::opened, message.group});
        }
      }
      if (from != self_ && message.kind == Kind::change) {
        send(from, {.kind = Kind::known, .group = message.group, .members = message.members}, out);
      }
      return;
    }
    case Kind::known:
      if (const auto at = homes_.find(message.group); at != homes_.end()) {
        for (const Member& member : message.members) {
          settle(message.group, at->second, from, member, out);
        }
      }
      return;
    case Kind::joined: {
      const auto at = subscriptions_.find(message.group);
      if (at == subscriptions_.end() || message.members.size() != 1) return;
      Subscription& subscription = at->second;
      const std::uint32_t stamp = message.members[0].stamp;
      if (stamp != subscription.stamp || subscription.told == stamp) return;
      subscription.told = stamp;
      events_.push_back({Event::Kind::joined, message.group});
      return;
    }
    case Kind::clash:
      events_.push_back({Event::Kind::clash, message.group});
      return;
  }
}

// The group's home is another now: what is to be known there is told again.
void Directory::rehome(GroupId group, PartyId was, Outbox& out) {
  if (home_of(group) == was) return;
  if (const auto at = subscriptions_.find(group);
      at != subscriptions_.end() && at->second.stamp > 0) {
    ++counters_.taken_over;
    tell_home(group, Message::Kind::account, at->second.name, {{self_, at->second.stamp}}, out);
  }
  if (const auto at = openings_.find(group); at != openings_.end() && at->second.times > 0) {
    ++counters_.taken_over;
    tell_home(group, Message::Kind::open, at->second.name, {{self_, at->second.stamp}}, out);
  }
}

void Directory::add_party(PartyId party, Outbox& out) {
  if (std::ranges::find(parties_, party) != parties_.end()) return;
  std::unordered_map<GroupId, PartyId> homes;
  for (const auto& [group, each] : subscriptions_) homes[group] = home_of(group);
  for (const auto& [group, each] : openings_) homes[group] = home_of(group);
  parties_.push_back(party);
  // Others may have known it before us.
  for (auto& [group, opening] : openings_) {
    const auto at = opening.stamps.find(party);
    if (at != opening.stamps.end() && at->second % 2 == 1) opening.destinations.push_back(party);
  }
  for (const auto& [group, was] : homes) rehome(group, was, out);
}

void Directory::lose_party(PartyId party, Outbox& out) {
  if (party == self_ || std::ranges::find(parties_, party) == parties_.end()) return;
  std::unordered_map<GroupId, PartyId> homes;
  for (const auto& [group, each] : subscriptions_) homes[group] = home_of(group);
  for (const auto& [group, each] : openings_) homes[group] = home_of(group);
  std::erase(parties_, party);
  for (auto& [group, opening] : openings_) std::erase(opening.destinations, party);
  for (auto& [group, at] : homes_) {
    at.stamps.erase(party);
    at.openers.erase(party);
    std::erase_if(at.waiting, [&](const Waiting& each) { return each.member.party == party; });
    for (Waiting& waiting : at.waiting) waiting.missing.erase(party);
    settle(group, at, party, {}, out);
  }
  for (const auto& [group, was] : homes) rehome(group, was, out);
}

std::optional<Event> Directory::take() {
  if (events_.empty()) return {};
  const Event event = events_.front();
  events_.pop_front();
  return event;
}

}  // namespace orrery::group
