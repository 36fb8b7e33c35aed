// Light groups by the thousand: who is to get what is sent to a group.
//
// Pure: no transport, no clock, no thread. Events go in, messages to other parties come out; the owner
// carries them reliably, in any order. One Directory per party (process); calls by one thread.
//
// A group has a name and an id, a number that follows from the name. Each group has a home, a party that
// keeps its destination list (also following from the id, and spread evenly). A party that sends opens the
// group and from then on has a copy of the list, kept up to date by the home: sending asks nobody. A
// party is in the list once, however many subscribers it holds; so it gets one message.
//
// Join is over (Event::joined) when all who have the group open know of it: what anyone sends after
// that arrives. Each party alone numbers its joins and leaves, and the greater number wins wherever two
// accounts meet; so messages may overtake each other, and when a home dies, another takes over from
// what the living tell it (until all have, its list is short for those who open just then).
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "orrery/base/result.hpp"

namespace orrery::group {

using PartyId = std::uint32_t;
using GroupId = std::uint64_t;
using SubscriberId = std::uint64_t;  // the owner's own

inline constexpr std::size_t most_name_bytes = 255;
GroupId id_of(std::string_view name);

// A party's account of itself in one group. Odd: it subscribes; even: it has left.
struct Member {
  PartyId party = 0;
  std::uint32_t stamp = 0;
  [[nodiscard]] bool subscribes() const { return stamp % 2 == 1; }
};

struct Message {
  // open, close, account: to the home. members, change: by the home, to who has the group open. known:
  // that a change has arrived. joined: that it has at all who have the group open.
  enum class Kind : std::uint8_t {
    open = 1,
    close,
    account,
    members,
    change,
    known,
    joined,
    clash
  };
  Kind kind = Kind::open;
  GroupId group = 0;
  std::string name = {};  // of open and account: the home sees that it is the same group's
  // account, change, known, joined: one. open, close: the sender, whose openings and closings are
  // numbered too (odd: open). members: the opener so numbered, then all.
  std::vector<Member> members = {};
};
// As bytes: docs/formats/groups.md. decode() refuses what encode() cannot have made (invalid_argument).
void encode(const Message& message, std::vector<std::byte>& to);  // appended
base::Result<Message> decode(std::span<const std::byte> bytes);

struct Outgoing {
  PartyId to = 0;
  Message message;
};
using Outbox = std::vector<Outgoing>;  // appended to; the owner sends and clears

struct Event {
  // clash: two names have one id (1 in 10^13 at 1,000 groups): rename one.
  enum class Kind : std::uint8_t { opened, joined, clash };
  Kind kind = Kind::opened;
  GroupId group = 0;
};

struct DirectoryCounters {
  std::uint64_t joins = 0;  // of this party, not of each subscriber
  std::uint64_t leaves = 0;
  std::uint64_t messages = 0;  // put into outboxes
  std::uint64_t refused = 0;
  std::uint64_t taken_over = 0;  // accounts and openings told anew because a home was lost
};

class Directory {
 public:
  // `parties`: all that live now, `self` among them.
  Directory(PartyId self, std::span<const PartyId> parties);

  // Subscribing. Errors: invalid_argument (name), already_exists, not_found.
  base::Result<GroupId> join(std::string_view name, SubscriberId subscriber, Outbox& out);
  base::Status leave(GroupId group, SubscriberId subscriber, Outbox& out);
  // Whom to hand a message of the group that has come; empty: it was under way when we left.
  [[nodiscard]] std::span<const SubscriberId> subscribers(GroupId group) const;

  // Sending. Opening twice is one opening, closed by as many calls.
  base::Result<GroupId> open(std::string_view name, Outbox& out);
  base::Status close(GroupId group, Outbox& out);
  // Has the list come?
  [[nodiscard]] bool ready(GroupId group) const;
  // The other parties, each once; in no order; valid until the next call that is not const. This party's
  // own subscribers are subscribers(group): whether they get it is the sender's choice.
  [[nodiscard]] std::span<const PartyId> destinations(GroupId group) const;

  void on_message(PartyId from, const Message& message, Outbox& out);
  void add_party(PartyId party, Outbox& out);   // before anything is heard from it
  void lose_party(PartyId party, Outbox& out);  // for good: its number is not used again
  std::optional<Event> take();

  [[nodiscard]] PartyId home_of(GroupId group) const;
  [[nodiscard]] const DirectoryCounters& counters() const { return counters_; }

 private:
  struct Subscription {
    std::string name;
    std::vector<SubscriberId> subscribers;
    std::uint32_t stamp = 0;
    std::uint32_t told = 0;  // the stamp up to which `joined` was reported
  };
  struct Opening {
    std::string name;
    unsigned times = 0;
    std::uint32_t stamp = 0;  // of openings and closings: odd while open
    bool ready = false;
    std::unordered_map<PartyId, std::uint32_t> stamps;
    std::vector<PartyId> destinations;
  };
  struct Waiting {  // a join, for those who have the group open
    Member member;
    std::unordered_set<PartyId> missing;
  };
  struct Home {
    std::string name;
    std::unordered_map<PartyId, std::uint32_t> stamps;
    std::unordered_map<PartyId, std::uint32_t> openers;  // with their stamps; even: no more
    std::vector<Waiting> waiting;
  };

  void send(PartyId to, Message message, Outbox& out);
  void tell_home(GroupId group, Message::Kind kind, const std::string& name,
                 std::vector<Member> members, Outbox& out);
  void merge(Opening& opening, const Member& member);
  Home* home(GroupId group, const std::string& name, PartyId from, Outbox& out);
  void on_open(PartyId from, const Message& message, Outbox& out);
  void on_account(PartyId from, const Message& message, Outbox& out);
  void settle(GroupId group, Home& at, PartyId knows, const Member& member, Outbox& out);
  void rehome(GroupId group, PartyId was, Outbox& out);

  const PartyId self_;
  std::vector<PartyId> parties_;
  std::unordered_map<GroupId, Subscription> subscriptions_;
  std::unordered_map<GroupId, Opening> openings_;
  std::unordered_map<GroupId, Home> homes_;
  std::deque<Event> events_;
  DirectoryCounters counters_;
};

}  // namespace orrery::group
