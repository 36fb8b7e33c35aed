// A directory of thousands of groups: which parties receive what is sent to a group.
//
// No transport, no clock, no thread. Calls return messages for other parties; the owner sends them, reliably, in any order. Each
// party (process) has one Directory, used by one thread.
//
// A group has a name, and an id computed from the name. Each group has a home, also computed from the id and spread evenly: the party
// that keeps its destination list. A party that sends opens the group and then has a copy of the list, which the home keeps up to
// date; sending asks nobody. A party is in the list once, however many subscribers it has, so it gets one message.
//
// A join is complete (Event::joined) when every party that has the group open knows of it: messages sent after that arrive. Each party
// numbers its own joins and leaves, and the greater number wins; so messages may overtake each other. When a home dies, another party
// becomes the home and collects the list from the living. Until all have answered, its list may be incomplete for parties that open
// the group just then.
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
using SubscriberId = std::uint64_t;  // chosen by the owner

inline constexpr std::size_t most_name_bytes = 255;
GroupId id_of(std::string_view name);

// A party's membership in one group. An odd stamp: it subscribes. An even stamp: it has left.
struct Member {
  PartyId party = 0;
  std::uint32_t stamp = 0;
  [[nodiscard]] bool subscribes() const { return stamp % 2 == 1; }
};

struct Message {
  // open, close, account: to the home. members, change: from the home to parties that have the group open. known: a change has arrived.
  // joined: it has arrived at all of them.
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
  std::string name = {};  // in open and account: lets the home detect two names with one id
  // account, change, known, joined: one member. open, close: the sender, whose stamp counts its openings and closings (odd: open).
  // members: the opener with that stamp, then all members.
  std::vector<Member> members = {};
};
// Format: docs/formats/groups.md. decode() refuses bytes that encode() cannot make (invalid_argument).
void encode(const Message& message, std::vector<std::byte>& to);  // appended
base::Result<Message> decode(std::span<const std::byte> bytes);

struct Outgoing {
  PartyId to = 0;
  Message message;
};
using Outbox = std::vector<Outgoing>;  // calls append; the owner sends and clears

struct Event {
  // clash: two names have the same id (1 in 10^13 with 1,000 groups). Rename one group.
  enum class Kind : std::uint8_t { opened, joined, clash };
  Kind kind = Kind::opened;
  GroupId group = 0;
};

struct DirectoryCounters {
  std::uint64_t joins = 0;  // of this party; a second subscriber is not counted
  std::uint64_t leaves = 0;
  std::uint64_t messages = 0;  // appended to outboxes
  std::uint64_t refused = 0;
  std::uint64_t taken_over = 0;  // accounts and openings sent again because a home was lost
};

class Directory {
 public:
  // `parties`: all parties that live now, including `self`.
  Directory(PartyId self, std::span<const PartyId> parties);

  // Subscribing. Errors: invalid_argument (name), already_exists, not_found.
  base::Result<GroupId> join(std::string_view name, SubscriberId subscriber, Outbox& out);
  base::Status leave(GroupId group, SubscriberId subscriber, Outbox& out);
  // The subscribers for a message that arrived. Empty: it was sent before this party's leave was known.
  [[nodiscard]] std::span<const SubscriberId> subscribers(GroupId group) const;

  // Sending. Each open() needs its close().
  base::Result<GroupId> open(std::string_view name, Outbox& out);
  base::Status close(GroupId group, Outbox& out);
  // Whether the destination list has arrived.
  [[nodiscard]] bool ready(GroupId group) const;
  // The other parties, each once, in no order. Valid until the next call that is not const. This party's own subscribers are not
  // among them: see subscribers().
  [[nodiscard]] std::span<const PartyId> destinations(GroupId group) const;

  void on_message(PartyId from, const Message& message, Outbox& out);
  void add_party(PartyId party, Outbox& out);   // call it before the first message from the party
  void lose_party(PartyId party, Outbox& out);  // final: the number is not used again
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
