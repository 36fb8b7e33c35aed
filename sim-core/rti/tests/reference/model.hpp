// A reference model of IEEE 1516.1-2010: what a federation execution does, as maps and lists, without nodes, threads or speed.
//
// Use      judge() says what a call may answer; commit() takes the answer that it got; accept() takes each callback of a
//          federate and says what is wrong with it; drained() says what a federate that has evoked all should have got.
// Freedom  where the standard leaves a choice the model follows the choice that it sees. These are all of them:
//   errors      of several errors that apply to a call, any may be answered (clause 4 and after list them without an order)
//   order       callbacks come in any order, but what comes_before() says
//   groups      the attributes of one update with the same order and transportation may come in one callback or in several
//               (6.11: passels); so may attributes of an advisory or an ownership callback
//   ties        messages with the same timestamp come in any order (8.1.2)
//   late        a message whose receiver has ended its interest, or owns the attribute now, or no longer knows the object
//               since it was sent may be delivered or not (5.8, 6.11); so may the discovery of an object that has since been deleted
//   conversion  a message in timestamp order that was queued when its receiver becomes constrained or ceases to be may come in
//               either order (8.5, 8.7)
//   advisories  one that is taken back before the federate evokes may be left out together with its opposite (5.10 to 5.13)
//   removal     a federate that discovers an object after its deletion in timestamp order is removed it at its time, or when it has
//               ceased to exist for all; that one discovers it again from which it was removed before a retraction is free (6.15)
//   regulation  time_regulation_enabled() brings a time from which the federate may send at once, and which is in no constrained
//               federate's past; the least that was right at some moment since it was requested (8.2, 8.3). The time of a save counts
//               as past for a federate that has been granted it (4.16)
//   saves       a save or restore begins and ends for a federate when it is told; between the RTI's decision and that a call may be
//               refused as in progress or not (4.17, 4.20). One that ends before a federate was told its beginning need not be
//               told at all. A failure ends it at once, or when all have reported (4.20): the model follows the RTI, at once.
//               What a federate was not told before a restore begins it is not told; after a restore that failed the state is
//               that of the save (4.29 leaves it open). A save at a time may begin from when all constrained federates have all that is up
//               to it, and must by when they would be granted more (4.16)
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fom.hpp"
#include "model_advisories.hpp"
#include "model_management.hpp"
#include "model_ownership.hpp"
#include "model_rates.hpp"
#include "model_regions.hpp"
#include "model_saves.hpp"
#include "values.hpp"

namespace orrery::rti::testing {

inline constexpr double never = std::numeric_limits<double>::infinity();

// The next time of a representation.
inline double after(TimeRepresentation times, double time) {
  return times == TimeRepresentation::integer64 ? time + 1 : std::nextafter(time, never);
}

// Messages may have this time or a later one; `open`: only a later one.
struct Bound {
  double time = 0;
  bool open = false;
  TimeRepresentation times = TimeRepresentation::float64;  // of an open bound
  [[nodiscard]] double least() const { return open ? after(times, time) : time; }
  auto operator<=>(const Bound& other) const { return least() <=> other.least(); }
  bool operator==(const Bound& other) const { return least() == other.least(); }
};

struct Verdict {
  std::set<ErrorCode> errors;  // any of these is right
  bool may_succeed = true;
  bool either = false;  // it may succeed whatever the errors
  // Of the value of a call that succeeds: what is wrong with it; empty: nothing.
  std::function<std::string(const std::string&)> wrong_value;
};

// What is wrong with a value that must be this one.
inline std::function<std::string(const std::string&)> exactly(const std::string& expected) {
  return [expected](const std::string& value) {
    return value == expected ? std::string() : "expected '" + expected + "'";
  };
}

enum class Advance : std::uint8_t {
  none,
  time_advance,
  time_advance_available,
  next_message,
  next_message_available,
  flush_queue
};

struct AttributeInstance {
  int owner = unknown;
  bool notified = true;  // 7.7: the owner knows that it is the owner
  OrderType order = OrderType::receive;
  TransportationType transportation = TransportationType::reliable;
  std::set<int> regions = {};  // associated for updates, by any federate (9.6)
};

// Of an object, in timestamp order.
struct Deletion {
  int sender = unknown;
  double time = 0;
  std::set<int> left = {};  // joins that do not know the object any more
  bool is_over =
      false;  // once: nobody could retract it, and all constrained federates were beyond its time
};

struct ObjectInstance {
  int object_class = 0;
  int producer = unknown;
  int name = unknown;  // of the pool; unknown: the RTI's own
  bool deleted = false;
  std::map<int, AttributeInstance> attributes;
  std::map<int, Deletion> deletions;  // by message
};

// A callback to come.
struct Expected {
  Callback what;
  int number = 0;         // later ones are larger
  bool mandatory = true;  // or may be left out
  bool message = false;   // reflect, receive or remove: it waits for a constrained federate's time
  int sender = unknown;
  std::set<int> dispensable;  // attributes of it that may be left out
  bool may_be_receive = true;
  bool may_be_timestamp = false;
  bool due_before_grant = false;           // queued when the advance was requested (8.8)
  bool stamped_at_request = false;         // and in timestamp order then
  bool either = false;                     // a reservation that may succeed or fail
  bool converted = false;                  // from timestamp to receive order while it waited
  std::set<int> classes;                   // that an interaction may be received as
  std::map<int, std::string> sent_values;  // of an interaction
  std::map<int, std::vector<Bounds>> sent_regions;  // by attribute, as they were
  std::vector<Bounds> interaction_regions;          // that an interaction was sent in
  int sent_class = unknown;
  std::int64_t sent_ns = 0;  // by the clock
  bool lingers = false;      // it may come late, or never
  bool retracted = false;    // its delivery is followed by request_retraction (8.22)
};

struct Discovery {
  std::set<int> classes;  // any of these
  bool mandatory = true;
};

struct Joined {
  int id = unknown;
  int place = 0;
  int name = 0;
  int handle = 0;
  // declarations
  std::map<int, std::set<int>> published;
  std::set<int>
      privilege_named;  // classes at which it has published HLAprivilegeToDeleteObject by name
  std::set<int> interactions_published;
  std::map<int, std::map<int, Interest>> subscribed;           // by class and attribute
  std::map<int, bool> interactions;                            // subscribed: actively
  std::map<int, RegionalSubscription> regional;                // by class
  std::map<int, std::map<int, Interest>> interaction_regions;  // by class and region
  std::map<int, OrderType> interaction_orders;
  std::map<int, TransportationType> interaction_transportations;
  std::set<int> changing_interactions;
  std::set<std::pair<int, int>> changing_attributes;
  // objects
  std::map<int, int> known;  // object: class
  std::map<int, Discovery> discoveries;
  std::set<int> locally_deleted;
  std::set<int> reserved;  // names, as told, that it has not used
  // time
  double time = 0;
  bool regulating = false;
  bool constrained = false;
  bool regulation_pending = false;
  bool constrained_pending = false;
  double regulation_most = 0;
  bool regulation_advances = false;  // it was constrained while regulation was pending (8.2)
  double regulation_received = 0;    // the latest timestamp that came while regulation was pending
  double lookahead = 0;
  Bound floor{};    // of the messages it may still send (8.1.3)
  Bound granted{};  // no message before this can come (8.13)
  Advance advance = Advance::none;
  double requested = 0;
  bool was_constrained = false;  // when it asked
  double flush_least = 0;        // what a flush queue request was at least granted when it was made
  double flush_held = never;     // the time of a save that was to come while the flush was pending
  std::optional<double> delivered;  // smallest timestamp since the request
  std::set<double> withdrawn;       // timestamps of messages that were withdrawn since the request
  bool asynchronous = false;
  int automatic_resign = static_cast<int>(ResignAction::cancel_then_delete_then_divest);
  // advisories
  AdvisorySwitch object_class_advisories{.on = true};
  AdvisorySwitch interaction_advisories{.on = true};
  AdvisorySwitch attribute_advisories;
  AdvisorySwitch scope_advisories;
  std::map<int, Advisory> registration;                 // by object class
  std::map<int, Advisory> interest;                     // by interaction class
  std::map<std::pair<int, int>, Advisory> scope;        // by object and attribute
  std::map<std::pair<int, int>, Advisory> updates;      // by object and attribute
  std::map<std::pair<int, int>, Reduction> reductions;  // by object and attribute
  std::map<std::pair<int, int>, std::set<int>>
      rates_wanted;             // likewise: by others, since it has evoked
  std::set<int> held_messages;  // messages in timestamp order that it has got
  std::list<OwnershipNotice> ownership;
  std::list<Expected> pending;
  ManagedFederate managed;
};

struct SyncPoint {
  std::string tag;
  bool open_set = false;    // all, and those that join
  std::set<int> members;    // joins that it is for
  std::set<int> waiting;    // members that have not achieved it
  std::set<int> announced;  // joins
  std::set<int> failed;
};

struct Message {
  int sender = unknown;
  double time = 0;
  bool retracted = false;
};

struct Federation {
  static constexpr int freed =
      -2;  // a name whose holder resigned or whose object is no more: it may be free or not
  static constexpr int used = -3;  // by an object
  bool exists = false;
  std::map<int, Joined> joined;  // by join
  std::set<int> places;          // that have ever joined
  std::map<int, ObjectInstance> objects;
  std::map<int, RegionState> regions;
  std::map<int, int> names;  // reserved or used: by join, or one of the above
  std::map<int, SyncPoint> points;
  std::map<int, Message> messages;
  std::map<std::pair<int, int>, OwnershipContest> contests;  // by object and attribute
};

// Has it been notified, and may it update?
bool owns(const AttributeInstance& instance, const Joined& joined);

class Model {
 public:
  // With more nodes than one, what is sent by best effort may be late, or lost. `is_settled`: what a federate has brought about
  // has reached all nodes before another makes a call.
  Model(std::size_t places, std::size_t nodes, bool is_settled, TimeRepresentation times)
      : times_(times),
        nodes_(static_cast<int>(nodes)),
        among_nodes_(nodes > 1),
        is_settled_(is_settled),
        at_(places, unknown),
        connected_(places, true),
        callbacks_enabled_(places, true),
        notices_(places) {}

  // The time by the clock that the nodes go by. Without it the model does not know how fast updates are sent.
  void set_time(std::int64_t now_ns) { now_ns_ = now_ns; }
  [[nodiscard]] TimeRepresentation times() const { return times_; }
  Verdict judge(const Call& call);
  void commit(const Call& call, const Answer& answer);
  std::string accept(int place, const Callback& callback);
  std::string drained(int place);

  // For who makes up histories.
  [[nodiscard]] const Federation& federation() const { return federation_; }
  [[nodiscard]] const Joined* joined_at(int place) const;
  [[nodiscard]] bool is_connected(int place) const {
    return connected_[static_cast<std::size_t>(place)];
  }
  [[nodiscard]] bool has_callbacks(int place) const {
    return callbacks_enabled_[static_cast<std::size_t>(place)];
  }
  [[nodiscard]] const Snapshotting& saving() const { return saving_; }
  [[nodiscard]] const Snapshotting& restoring() const { return restoring_; }
  [[nodiscard]] const std::map<int, Federation>& saves() const { return saves_; }
  // A save at a time may have begun: the standard does not say when exactly (4.16).
  [[nodiscard]] bool may_begin_save() const;
  // Somebody is still to be told of a save or restore: other nodes may not have come to it yet, or not to its end.
  [[nodiscard]] bool is_snapshot_open() const;
  // The federate was not told of the restore that is in progress.
  [[nodiscard]] bool is_restore_coming(int place) const {
    return restoring_.running && !is_told(place, restoring_.occasion);
  }
  // Since it was last asked.
  std::vector<SnapshotEvent> take_snapshot_events() { return std::exchange(events_, {}); }

 private:
  // What is common to nearly all services. Null: errors say why.
  Joined* caller(const Call& call);

  void judge_federation(const Call& call, Verdict& verdict);
  void judge_declarations(const Call& call, const Joined& me, Verdict& verdict);
  void judge_objects(const Call& call, Joined& me, Verdict& verdict);
  void judge_deleted(const Call& call, const Joined& me, Verdict& verdict) const;
  void judge_ownership(const Call& call, Joined& me, Verdict& verdict);
  void judge_time(const Call& call, Joined& me, Verdict& verdict);
  void judge_regions(const Call& call, Joined& me, Verdict& verdict);
  static void judge_switches(const Call& call, Joined& me, Verdict& verdict);

  void judge_connection(const Call& call, Verdict& verdict) const;
  void judge_support(const Call& call, Joined& me, Verdict& verdict);
  void judge_known(const Call& call, Joined& me, Verdict& verdict);
  void judge_names(const Call& call, const Joined& me, Verdict& verdict);

  void commit_connection(const Call& call);
  void commit_support(const Call& call, Joined& me);
  void commit_federation(const Call& call);
  void commit_declarations(const Call& call, Joined& me);
  void commit_objects(const Call& call, Joined& me, const Answer& answer);
  void commit_ownership(const Call& call, Joined& me);
  void commit_time(const Call& call, Joined& me, const Answer& answer);
  void commit_regions(const Call& call, Joined& me);
  static void commit_switches(const Call& call, Joined& me);

  static void check_transportation(const Call& call, Verdict& verdict);
  void commit_transportation(const Call& call, Joined& me);

  // Objects
  ObjectInstance* object_of(Joined& me, int object);
  bool check_object_attributes(const Call& call, Joined& me, Verdict& verdict, bool owned);
  void judge_registration(const Call& call, const Joined& me, Verdict& verdict) const;
  void register_object(Joined& me, const Call& call);
  void judge_sending(const Call& call, const Joined& me, Verdict& verdict) const;
  void check_timestamp(const Call& call, const Joined& me, Verdict& verdict) const;
  void send(Joined& me, const Call& call, std::optional<double> time);
  void update(Joined& me, const Call& call, std::optional<double> time);
  void remove(Joined& me, const Call& call, std::optional<double> time);
  [[nodiscard]] Expected removal_of(int object, int call, std::optional<double> time,
                                    OrderType order) const;
  void remove_at_time(Joined& me, const Call& call);
  void expect_removals(Joined& of, int number);
  static bool has_left(const Joined& of, const ObjectInstance& object);
  static bool is_beyond(const Joined& of, const ObjectInstance& object);
  void leave_object(const Joined& of, int number, int message);
  void leave_deleted(Joined& me);
  void retract_deletion(int message);
  void end_deletions();
  [[nodiscard]] bool may_be_unknown(const ObjectInstance& object) const;
  [[nodiscard]] bool may_have_ended(const ObjectInstance& object) const;
  void refresh_names();
  void enqueue(Joined& receiver, Expected expected, const Joined& sender);
  void forget_object(Joined& of, int object);
  void erase_object(int object);
  void
  refresh();  // all that follows from declarations, ownership and regions: discoveries and advisories
  void refresh_discoveries(Joined& of);
  void refresh_advisories(Joined& of);
  void refresh_class_advisories(Joined& of);
  void refresh_scope(Joined& of, int number, const ObjectInstance& object);
  void refresh_updates(Joined& of, int number, const ObjectInstance& object);
  static std::string missing_advisory(Joined& of);
  void weaken(Joined& of);  // what its receiver need not get any more
  [[nodiscard]] bool in_scope(const Joined& of, const ObjectInstance& object, int object_class,
                              int attribute) const;
  [[nodiscard]] std::optional<int> candidate_class(const Joined& of,
                                                   const ObjectInstance& object) const;
  Expected& expect(Joined& of, Callback callback);
  void provide(const Joined& me, int object, const std::set<int>& attributes,
               const std::string& tag);

  // Regions
  [[nodiscard]] std::vector<Bounds> update_regions(const ObjectInstance& object,
                                                   int attribute) const;
  [[nodiscard]] bool is_within_uses(const std::map<int, Interest>& uses,
                                    const std::vector<Bounds>& sent, bool active_only) const;
  [[nodiscard]] bool is_interested(const Joined& of, int object_class, int attribute,
                                   const std::vector<Bounds>& sent, bool active_only) const;
  [[nodiscard]] std::optional<int> received_class(const Joined& of, int sent_class,
                                                  const std::vector<Bounds>& sent) const;
  void check_regions(const Call& call, const Joined& me, Verdict& verdict) const;
  void check_context(const Call& call, const Joined& me, const std::set<int>& available,
                     Verdict& verdict) const;
  void check_regional_class(const Call& call, const Joined& me, Verdict& verdict) const;
  void check_regional_interaction(const Call& call, const Joined& me, Verdict& verdict) const;
  void check_unused(int region, const Joined& me, Verdict& verdict) const;
  void judge_region(const Call& call, const Joined& me, Verdict& verdict) const;
  void request_values(const Joined& me, const Call& call);
  void resign_regions(int join);

  // Update rates
  static int subscribed_rate(const Joined& of, int object_class, int attribute);
  [[nodiscard]] int wanted_rate(const Joined& of, int object_class, int attribute,
                                const std::vector<Bounds>& sent) const;
  [[nodiscard]] std::set<int> wanted_rates(const Joined& of, int number, int attribute) const;
  void judge_attribute_rate(const Call& call, Joined& me, Verdict& verdict) const;
  void refresh_rates(Joined& of);
  static void forget_rates(Joined& of, int object);
  void restore_rates(Joined& of) const;
  void reduce(Joined& of, Expected& expected) const;
  std::string wrong_rate(Joined& of, const Expected& expected, const Callback& callback);

  // Ownership
  [[nodiscard]] Acquiring acquiring(const Joined& of, int object, int attribute) const;
  void check_no_acquisition(const Joined& me, int object, const std::set<int>& attributes,
                            Verdict& verdict) const;
  void notify(int join, CallbackKind kind, int object, int attribute,
              std::set<std::string> tags = {""}, bool mandatory = true);
  void change_owner(int object, int attribute, int owner, bool notified);
  void give(int object, int attribute, const std::optional<std::string>& confirmed);
  void refuse_if_available(int object, int attribute);
  void divest(int object, int attribute, const std::optional<std::string>& confirmed);
  void acquire(Joined& me, int object, int attribute, bool if_available, const std::string& tag);
  // As which classes of those that it knows the object as, or is about to.
  [[nodiscard]] std::set<int> acquiring_classes(const Joined& of, int object, int attribute) const;
  [[nodiscard]] bool may_acquire(const Joined& of, int object, int attribute) const {
    return !acquiring_classes(of, object, attribute).empty();
  }
  void refresh_ownership();
  std::string accept_ownership(Joined& of, const Callback& callback);
  static std::string text_of(const OwnershipNotice& notice);
  std::string missing_ownership(Joined& of);
  void forget_ownership(int object);
  void give_back_unnotified(const Joined& of, int object);
  void resign_ownership(int join);

  // Time
  [[nodiscard]] Bound galt(const Joined& of, bool least) const;
  [[nodiscard]] double smallest_queued(const Joined& of, bool least) const;
  [[nodiscard]] std::map<int, Bound> bounds(bool least, int silent) const;
  [[nodiscard]] Bound beyond(double time) const { return {time, true, times_}; }
  [[nodiscard]] Bound promise(Advance kind, double time, double lookahead) const;
  [[nodiscard]] double regulation_time(Bound bound, double lookahead) const;
  [[nodiscard]] Bound send_floor(const Joined& me) const;
  [[nodiscard]] double others_regulation(const Joined& of) const;
  [[nodiscard]] double most_regulation(const Joined& of) const;
  void request_advance(Joined& me, Advance kind, double time);
  [[nodiscard]] std::string wrong_grant(const Joined& of, double time, bool least) const;
  [[nodiscard]] Bound least_regulation(const Joined& of) const;
  [[nodiscard]] bool regulation_due(const Joined& of) const;
  std::string accept_regulation(Joined& of, double time);
  std::string accept_constrained(Joined& of, double time);
  std::string accept_grant(Joined& of, double time);
  std::string accept_message(Joined& of, Expected& expected, const Callback& callback);
  static bool is_advancing(const Joined& of);
  [[nodiscard]] bool may_come(const Joined& of, const Expected& expected) const;
  [[nodiscard]] bool is_required(const Joined& of, const Expected& expected) const;
  std::string accept_discovery(Joined& of, const Callback& callback);
  std::string accept_advisory(Joined& of, const Callback& callback);
  static bool comes_before(const Expected& first, const Expected& second);

  // Clause 11
  void judge_management(const Call& call, const Joined& me, Verdict& verdict) const;
  void commit_management(const Call& call, Joined& me);
  void count_call(const Call& call);
  void count_callback(Joined& of, const Callback& callback);
  void note_invocation(const Call& call, const Answer& answer);
  void request_reports(const Call& call);
  void refresh_management();
  void refresh_managed_values(Joined& of);
  std::string accept_management(Joined& of, const Callback& callback);
  std::string accept_values(Joined& of, const Callback& callback);
  std::string accept_report(Joined& of, const Callback& callback);
  std::string accept_invocation(Joined& of, const Callback& callback);
  std::string missing_management(Joined& of);
  void settle_management(Joined& of);
  [[nodiscard]] std::set<std::string> managed_values(int object, int attribute) const;
  [[nodiscard]] std::set<std::string> federate_values(const Joined& of, int attribute) const;
  [[nodiscard]] std::set<std::string> federation_values(int attribute) const;
  [[nodiscard]] std::multiset<std::string> report_lines(int report, const Joined& of) const;
  [[nodiscard]] bool is_held(const Joined& of) const;

  // Synchronization points
  void announce(Joined& of, int label, SyncPoint& point);
  void complete_points();

  void resign(Joined& me, ResignAction action);

  // Saves and restores
  void judge_snapshots(const Call& call, const Joined& me, Verdict& verdict) const;
  void judge_save_time(const Call& call, const Joined& me, Verdict& verdict) const;
  void check_in_progress(const Call& call, Verdict& verdict) const;
  void commit_snapshots(const Call& call, Joined& me);
  void answer_query(const Snapshotting& running, CallbackKind kind, int place);
  [[nodiscard]] std::set<int> possible_statuses(const Snapshotting& running,
                                                const Joined& joined) const;
  void begin_save(int label, std::optional<double> time);
  void end_save(bool saved, SaveFailure why);
  void free_flushes();
  void begin_restore(int label, int place);
  void end_restore(bool restored, RestoreFailure why);
  void tell_end(const Snapshotting& ended, const Callback& what);
  void leave_snapshots(const Joined& me);
  void follow_save_request();
  [[nodiscard]] bool must_begin_save() const;
  [[nodiscard]] bool may_be_at_save(const Joined& of) const;
  [[nodiscard]] bool must_be_at_save(const Joined& of) const;
  // What a constrained federate may come to before it has saved.
  [[nodiscard]] double save_limit(const Joined& of) const;
  [[nodiscard]] bool is_told(int place, int occasion) const;
  [[nodiscard]] bool is_end_untold(int place) const;
  [[nodiscard]] bool is_restorable(int label) const;
  [[nodiscard]] int node_of(int place) const { return place % nodes_; }
  SnapshotNotice& tell(int place, int occasion, Callback what);
  std::string accept_snapshot(int place, const Callback& callback);
  [[nodiscard]] std::string missing_snapshot(int place) const;

  const TimeRepresentation times_;
  const int nodes_;
  const bool among_nodes_;
  const bool is_settled_;
  std::optional<std::int64_t> now_ns_;
  std::vector<int> at_;  // by place: join
  std::vector<bool> connected_;
  std::vector<bool> callbacks_enabled_;
  Federation federation_;
  std::map<int, double> told_galt_;  // by join: the last answer, while it binds the next one
  int number_ = 0;

  Snapshotting saving_;
  Snapshotting restoring_;
  std::optional<SaveRequest> save_request_;
  std::map<int, Federation> saves_;       // by label
  std::vector<SnapshotNotices> notices_;  // by place
  std::vector<SnapshotEvent> events_;
};

std::string time_text(double time);
std::string label_text(int label);
bool is_callback_switch(Service service);
bool is_reservation_of(const Callback& callback, int name);
std::string name_text(int name);  // of an object instance; 0 is illegal

}  // namespace orrery::rti::testing
