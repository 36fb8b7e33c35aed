// Who owns which attribute of an object (IEEE 1516.1-2010, clause 7): decided in the one order of operations, so that all
// nodes agree without asking each other.
#pragma once

#include <cstdint>
#include <span>

#include "federation/inboxes.hpp"

namespace orrery::rti {

// Of one federation.
class Ownership {
 public:
  // What ownership brings about in other rooms.
  class Owner {
   public:
    virtual ~Owner() = default;
    // Discovers the object, or changes what the federate gets of it. Returns true if it discovers the object.
    virtual bool review_object(Federation& federation, Object& object, Local& local) = 0;
  };

  Ownership(Owner& owner, Inboxes& inboxes, Federation& federation)
      : owner_(owner), inboxes_(inboxes), federation_(federation) {}

  // divest, divest_objects, acquire, set_owner
  void apply(const Operation& operation);
  // The federate gives up those of the attributes that it owns: each goes to its first acquirer, or is offered if it has
  // none. Its own acquisitions of them end.
  void release_all(Object& object, std::uint32_t federate, const AttributeSet& attributes);
  // Of a deleted object that some federates still know: the federate has resigned.
  static void forget_resigned(Object& object, std::uint32_t federate);
  // To a federate that publishes the attributes and knows the object: those that are free, and those that their owner
  // negotiates about, with the tag of that divestiture.
  void offer(Object& object, Local& local, const AttributeSet& attributes);

 private:
  struct Notices;

  // Those of the notice that its federate owns now.
  [[nodiscard]] std::vector<AttributeHandle> still_owned(
      std::uint64_t object, std::uint32_t federate,
      std::span<const AttributeHandle> attributes) const;
  void divest(std::uint64_t object, const Operation& operation);
  void acquire(const Operation& operation);
  void set_owner(const Operation& operation);
  void change_owner(Object& object, std::uint16_t attribute, std::uint32_t owner);
  void end_acquisition(Object& object, std::uint16_t attribute, std::uint32_t federate);
  void give_up(Object& object, std::uint16_t attribute, Notices& notices);
  void give(Object& object, std::uint16_t attribute, Bytes tag, Notices& notices);
  static void settle_acquirers(Object& object, std::uint16_t attribute, Notices& notices);
  [[nodiscard]] bool asks_if_available(std::uint32_t federate, const Object& object,
                                       std::uint16_t attribute) const;
  static void forget_acquiring(Local& local, const Object& object,
                               std::span<const AttributeHandle> attributes);
  static void forget_said(Local& local, const Object& object, const Operation& operation);
  static void forget_given_up(Local& local, const Object& object, const Operation& operation);
  void forget_word(const Object& object, const Operation& operation);
  [[nodiscard]] AttributeSet published_of(const Object& object, const Local& local) const;
  template <class List, class Callback>
  void post_notices(const Object& object, const List& list, Callback callback);
  void notify(Object& object, const Notices& notices);

  Owner& owner_;
  Inboxes& inboxes_;
  Federation& federation_;
};

}  // namespace orrery::rti
