// Saves at a logical time: who is waited for, and what comes before and after.
#include "saving/timed_save.hpp"

#include <limits>
#include <span>

#include "keepers.hpp"
#include "log/operation.hpp"
#include "manager.hpp"
#include "peer.hpp"
#include "wire/wire.hpp"

namespace orrery::rti::testing {
namespace {

TimedSave::Request at(std::int64_t time, std::uint64_t attempt) {
  return {"noon", time, attempt, 1};
}

TEST(TimedSaves, LimitsWhatIsGrantedFromTheRequestUntilAllHaveArrived) {
  TimedSave save;
  EXPECT_EQ(save.limit(), never);
  save.ask(at(7, 1));
  EXPECT_EQ(save.limit(), 7) << "though not all know of it";
  EXPECT_FALSE(save.pending());
  save.known(1);
  save.request(at(7, 1), 0b111);
  EXPECT_EQ(save.limit(), 7);
  EXPECT_FALSE(save.arrived(0));
  EXPECT_FALSE(save.arrived(0)) << "again";
  EXPECT_FALSE(save.arrived(2));
  save.wait_again(0);
  EXPECT_FALSE(save.arrived(1));
  EXPECT_TRUE(save.arrived(0));
  save.drop();
  EXPECT_EQ(save.limit(), never);
  save.wait_again(0);
  EXPECT_FALSE(save.pending());
}

TEST(TimedSaves, AreReplacedByLaterRequests) {
  TimedSave save;
  save.request(at(7, 1), 0b11);
  EXPECT_FALSE(save.arrived(0));
  save.ask(at(9, 2));
  EXPECT_EQ(save.limit(), 7) << "not yet";
  save.known(2);
  save.request(at(9, 2), 0b11);
  EXPECT_EQ(save.limit(), 9);
  EXPECT_TRUE(save.waits_for(0)) << "it arrived at another time";
  save.ask(at(3, 3));
  save.forget_requests(1);
  EXPECT_EQ(save.limit(), 9);
}

class SaveAtTime : public Keepers {
 protected:
  // `a` regulates with a lookahead of 1; `b` and `c` are constrained.
  void prepare() {
    place = a().attribute("Bird", "Place");
    a().publish("Bird", {"Place"});
    b().subscribe("Bird", {"Place"});
    a().regulate(1);
    b().constrain();
    c().constrain();
    bird = *a().rti->register_object_instance(a().object_class("Bird"));
    for (const double time : {3.0, 5.0, 6.0, 8.0}) {
      ASSERT_OK(
          a().update(bird, place, std::to_string(static_cast<int>(time)), float64_time(time)));
    }
    drain();
  }
  Status save_at(Federate& who, double time) {
    return who.rti->request_federation_save("noon", float64_time(time));
  }
  std::vector<std::string> came() {
    std::vector<std::string> values;
    for (const Reflected& each : b().reflected) values.push_back(each.values.at(place.value));
    b().reflected.clear();
    return values;
  }
  ObjectInstanceHandle bird;
  AttributeHandle place;
};

struct Service {
  const char* name;
  std::function<Status(RtiAmbassador&, LogicalTime)> request;
};
const Service services[] = {
    {"tar", [](auto& rti, auto time) { return rti.time_advance_request(time); }},
    {"tara", [](auto& rti, auto time) { return rti.time_advance_request_available(time); }},
    {"nmr", [](auto& rti, auto time) { return rti.next_message_request(time); }},
    {"nmra", [](auto& rti, auto time) { return rti.next_message_request_available(time); }},
    {"fqr", [](auto& rti, auto time) { return rti.flush_queue_request(time); }},
};

// IEEE 1516.1-2010, 4.16: a save at a time is for the constrained federates that come to it. One that becomes constrained beyond that
// time keeps nobody waiting.
TEST_F(SaveAtTime, WaitsForNobodyWhoBecomesConstrainedBeyondIt) {
  start(3);
  a().regulate(1);
  b().constrain();
  ASSERT_OK(c().rti->time_advance_request(float64_time(9)));
  EXPECT_EQ(c().await_grant(), 9);
  ASSERT_OK(save_at(a(), 3));
  ASSERT_OK(a().rti->time_advance_request(float64_time(12)));
  EXPECT_EQ(a().await_grant(), 12);
  c().constrain();
  drain();
  EXPECT_TRUE(nobody_told_to_save());
  ASSERT_OK(b().rti->time_advance_request(float64_time(3)));
  EXPECT_EQ(b().await_grant(), 3);
  drain();
  EXPECT_TRUE(told_to_save());
  save_all();
}

// 4.9: when all federates have resigned nobody is left to save, and new ones may join.
TEST_F(SaveAtTime, IsForgottenWhenAllHaveResigned) {
  start(3);
  prepare();
  ASSERT_OK(save_at(a(), 6));
  for (auto& each : feds) {
    ASSERT_OK(each->rti->resign_federation_execution(ResignAction::cancel_then_delete_then_divest));
  }
  for (auto& each : feds) each->join("again " + std::to_string(each->handle.value));
  drain();
  EXPECT_TRUE(nobody_told_to_save());
  b().constrained.reset();
  b().constrain();
  ASSERT_OK(b().rti->time_advance_request(float64_time(9)));
  EXPECT_EQ(b().await_grant(), 9) << "no save holds it";
}

TEST_F(SaveAtTime, WaitsForAllConstrainedFederatesAndLetsNothingLaterPass) {
  for (const Service& service : services) {
    SCOPED_TRACE(service.name);
    start(3);
    prepare();
    ASSERT_OK(save_at(a(), 6));
    ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
    drain();
    EXPECT_EQ(a().granted, float64_time(20)) << "who is not constrained is not held";
    ASSERT_OK(b().rti->time_advance_request(float64_time(5)));
    drain();
    EXPECT_EQ(b().await_grant(), 5);
    ASSERT_OK(b().rti->next_message_request(float64_time(6)));
    drain();
    EXPECT_EQ(b().await_grant(), 6);
    EXPECT_EQ(came(), (std::vector<std::string>{"3", "5", "6"}));
    ASSERT_OK(service.request(*b().rti, float64_time(10)));
    drain();
    EXPECT_FALSE(b().granted.has_value());
    EXPECT_TRUE(nobody_told_to_save()) << "one of them is not there";
    ASSERT_OK(c().rti->time_advance_request(float64_time(6)));
    drain();
    EXPECT_EQ(c().granted, float64_time(6));
    ASSERT_TRUE(told_to_save());
    EXPECT_EQ(b().to_save_at, float64_time(6));
    EXPECT_EQ(b().to_save, "noon");
    EXPECT_TRUE(came().empty());
    save_all();
    // It goes on, and once more after a restore.
    for (const char* when : {"saved", "restored"}) {
      SCOPED_TRACE(when);
      EXPECT_EQ(came(), (std::vector<std::string>{"8"}));
      EXPECT_EQ(b().await_grant(), to_float64(*b().rti->query_logical_time()));
      if (when == std::string("saved")) restore_all("noon");
    }
  }
}

// 8.12 with 4.16: a flush that is granted at or before the time of a save brings what is up to that time, and leaves the rest
// for after the save.
TEST_F(SaveAtTime, AFlushBringsNothingLaterThanTheSave) {
  struct Case {
    double save, flush, granted;
    std::vector<std::string> before, after;
  };
  const Case cases[] = {{6, 9, 1, {"3", "5", "6"}, {"8"}},
                        {5, 5, 1, {"3", "5"}, {"6", "8"}},
                        {8, 9, 1, {"3", "5", "6", "8"}, {}},
                        {4, 2, 1, {"3"}, {"5", "6", "8"}}};
  for (const Case& each : cases) {
    SCOPED_TRACE(each.save);
    SCOPED_TRACE(each.flush);
    start(3);
    prepare();
    ASSERT_OK(save_at(a(), each.save));
    ASSERT_OK(b().rti->flush_queue_request(float64_time(each.flush)));
    drain();
    EXPECT_EQ(b().await_grant(), each.granted);
    EXPECT_EQ(came(), each.before);
    ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
    ASSERT_OK(c().rti->time_advance_request(float64_time(20)));
    ASSERT_OK(b().rti->time_advance_request(float64_time(9)));
    drain();
    ASSERT_TRUE(told_to_save());
    EXPECT_EQ(came(), std::vector<std::string>());
    save_all();
    EXPECT_EQ(b().await_grant(), 9);
    EXPECT_EQ(came(), each.after);
  }
}

TEST_F(SaveAtTime, WhatIsUpToTheTimeComesBefore) {
  prepare();
  ASSERT_OK(save_at(a(), 6));
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  ASSERT_OK(b().rti->time_advance_request(float64_time(10)));
  ASSERT_OK(c().rti->time_advance_request(float64_time(7)));
  drain();
  ASSERT_TRUE(told_to_save());
  EXPECT_EQ(came(), (std::vector<std::string>{"3", "5", "6"}));
  EXPECT_FALSE(b().granted.has_value());
  EXPECT_FALSE(c().granted.has_value());
  save_all();
  EXPECT_EQ(came(), (std::vector<std::string>{"8"}));
  EXPECT_EQ(b().await_grant(), 10);
  EXPECT_EQ(c().await_grant(), 7);
}

// 4.16: a constrained federate comes to the save once all messages up to its time have been delivered to it. Until then the
// others go on. 8.18: the message is the next that it can get.
TEST_F(SaveAtTime, NobodySavesBeforeWhatIsUpToTheTimeIsDelivered) {
  // The others are granted the time of the message.
  for (const Service& service : std::span(services).first(2)) {
    SCOPED_TRACE(service.name);
    start(3);
    prepare();
    ASSERT_OK(c().rti->disable_time_constrained());
    drain();
    ASSERT_OK(save_at(a(), 4));
    ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
    a().drain();
    ASSERT_OK(service.request(*b().rti, float64_time(10)));
    for (int round = 0; round < 3; ++round) {
      a().drain();
      c().drain();
    }
    EXPECT_TRUE(nobody_told_to_save());
    ASSERT_OK(c().rti->time_advance_request(float64_time(1)));
    EXPECT_EQ(*b().rti->query_lits(), float64_time(3));
    drain();
    EXPECT_EQ(came(), std::vector<std::string>{"3"});
    ASSERT_TRUE(told_to_save());
    save_all();
    EXPECT_FALSE(came().empty());
  }
}

// 8.12 with 4.16: a flush that waits for a save is granted a time after it, after a restore too: what each may still send is
// part of the save.
TEST_F(SaveAtTime, FlushesThatWaitedForTheSaveAreGrantedTheSameAfterARestore) {
  b().regulate(1);
  a().constrain();
  b().constrain();
  drain();
  ASSERT_OK(save_at(b(), 6));
  ASSERT_OK(b().rti->flush_queue_request(float64_time(9)));
  drain();
  ASSERT_OK(a().rti->flush_queue_request(float64_time(9)));
  drain();
  ASSERT_TRUE(told_to_save());
  save_all();
  const double first = a().await_grant();
  const double second = b().await_grant();
  EXPECT_GE(first, 6);
  EXPECT_EQ(second, 9);
  restore_all("noon");
  EXPECT_EQ(a().await_grant(), first);
  EXPECT_EQ(b().await_grant(), second);
}

TEST_F(SaveAtTime, TimesThatCannotBeAreRefused) {
  EXPECT_ERROR(save_at(a(), 5), FederateUnableToUseTime);
  prepare();
  EXPECT_ERROR(a().rti->request_federation_save("noon", {never}), InvalidLogicalTime);
  EXPECT_ERROR(save_at(a(), std::numeric_limits<double>::infinity()), InvalidLogicalTime);
  EXPECT_ERROR(a().rti->request_federation_save("", float64_time(5)), IllegalName);
  // Others may be there.
  EXPECT_ERROR(save_at(a(), 0.5), LogicalTimeAlreadyPassed);
  EXPECT_ERROR(save_at(b(), 1), LogicalTimeAlreadyPassed);
  ASSERT_OK(a().rti->time_advance_request(float64_time(4)));
  drain();
  EXPECT_ERROR(save_at(a(), 4), LogicalTimeAlreadyPassed);
  EXPECT_ERROR(save_at(c(), 5), LogicalTimeAlreadyPassed);
  ASSERT_OK(save_at(c(), 5.5));
  ASSERT_OK(a().rti->request_federation_save("now"));
  drain();
  EXPECT_EQ(b().to_save, "now") << "it replaces what has not begun";
  EXPECT_FALSE(b().to_save_at.has_value());
  EXPECT_ERROR(save_at(a(), 9), SaveInProgress);
  save_all();
  ASSERT_OK(c().rti->time_advance_request(float64_time(4.5)));
  ASSERT_OK(b().rti->time_advance_request(float64_time(4.5)));
  ASSERT_OK(a().rti->time_advance_request(float64_time(50)));
  drain();
  EXPECT_TRUE(nobody_told_to_save());
  ASSERT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_ERROR(save_at(c(), 90), FederateNotExecutionMember);
}

TEST_F(SaveAtTime, ALaterRequestReplacesAnEarlierOne) {
  prepare();
  ASSERT_OK(save_at(a(), 4));
  ASSERT_OK(a().rti->request_federation_save("later", float64_time(7)));
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  for (Keeper* each : {&b(), &c()}) ASSERT_OK(each->rti->time_advance_request(float64_time(6)));
  drain();
  EXPECT_TRUE(nobody_told_to_save());
  EXPECT_EQ(b().await_grant(), 6);
  for (Keeper* each : {&b(), &c()}) ASSERT_OK(each->rti->time_advance_request(float64_time(9)));
  drain();
  EXPECT_EQ(b().to_save, "later");
  EXPECT_EQ(b().to_save_at, float64_time(7));
  save_all();
}

TEST_F(SaveAtTime, WithNobodyConstrainedItIsAtOnce) {
  a().regulate(1);
  ASSERT_OK(save_at(a(), 100));
  drain();
  EXPECT_TRUE(told_to_save());
  save_all();
}

TEST_F(SaveAtTime, WhoBecomesConstrainedIsWaitedForAndWhoLeavesIsNot) {
  prepare();
  ASSERT_OK(c().rti->disable_time_constrained());
  drain();
  ASSERT_OK(save_at(a(), 6));
  drain();
  c().constrained.reset();
  c().constrain();
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  ASSERT_OK(b().rti->time_advance_request(float64_time(6)));
  drain();
  EXPECT_TRUE(nobody_told_to_save()) << "c is at 0";
  ASSERT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  drain();
  EXPECT_EQ(b().to_save, "noon");
  feds.pop_back();
  save_all();
}

TEST_F(SaveAtTime, TheManagementObjectModelTellsOfIt) {
  prepare();
  Manager manager(c());
  manager.subscribe("HLAmanager.HLAfederation");
  const char* const federation = "HLAfederation.test";
  const auto time_of = [&](const char* attribute) {
    const auto value = manager.value(federation, attribute);
    const auto time = value ? decode_time(TimeRepresentation::float64, *value) : std::nullopt;
    return time ? to_float64(LogicalTime{*time}) : -1;
  };
  ASSERT_OK(c().rti->enable_asynchronous_delivery());
  drain();
  EXPECT_EQ(manager.text_of(federation, "HLAnextSaveName"), "");
  EXPECT_EQ(time_of("HLAnextSaveTime"), -1) << "undefined";
  ASSERT_OK(save_at(a(), 6));
  drain();
  EXPECT_EQ(manager.text_of(federation, "HLAnextSaveName"), "noon");
  EXPECT_EQ(time_of("HLAnextSaveTime"), 6);
  EXPECT_EQ(manager.text_of(federation, "HLAlastSaveName"), "");
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  for (Keeper* each : {&b(), &c()}) ASSERT_OK(each->rti->time_advance_request(float64_time(6)));
  drain();
  save_all();
  EXPECT_EQ(manager.text_of(federation, "HLAnextSaveName"), "");
  EXPECT_EQ(manager.text_of(federation, "HLAlastSaveName"), "noon");
  EXPECT_EQ(time_of("HLAlastSaveTime"), 6);
}

// A request of who does not regulate, on its way while others go beyond its time.
TEST(SaveTimePassed, ANodeSaysThatItCannotBe) {
  NodeWithPeer both;
  Federate me(*both.node);
  ASSERT_OK(me.rti->create_federation_execution("test", test_modules()));
  me.join("me");
  me.constrain();
  ASSERT_OK(me.rti->time_advance_request(float64_time(5)));
  EXPECT_EQ(me.await_grant(), 5);
  std::vector<Operation> said;
  const auto say = [&](const Operation& operation) {
    const MessageHead head{.kind = MessageKind::operation, .detail = 1};
    std::vector<std::byte> message(sizeof head);
    std::memcpy(message.data(), &head, sizeof head);
    encode(operation, message);
    (void)both.peer->send_now(message);
    me.drain();
    for (auto got = both.peer->peek(); got.io == transport::Io::ok; got = both.peer->peek()) {
      if (read_as<MessageHead>(got.bytes).kind == MessageKind::operation) {
        if (auto read = decode(got.bytes.subspan(sizeof(MessageHead)))) said.push_back(*read);
      }
      both.peer->release();
    }
  };
  Operation join{.kind = OperationKind::join};
  join.text = "test";
  join.texts = {"other", "tester"};
  say(join);
  Operation save{.kind = OperationKind::request_save, .flag = 1};
  save.federation = 1;
  save.federate = me.rti->get_federate_handle("other")->value;
  save.object = 77;
  save.number = float64_time(4).value;
  save.text = "noon";
  said.clear();
  say(save);
  ASSERT_EQ(said.size(), 1U);
  EXPECT_EQ(said[0].kind, OperationKind::save_time_reached);
  EXPECT_EQ(said[0].object, 77U);
  EXPECT_EQ(said[0].flag, 0);
  ASSERT_OK(me.rti->time_advance_request(float64_time(9)));
  EXPECT_EQ(me.await_grant(), 9) << "nothing waits for it any longer";
}

class SaveAtTimeNodes : public ::testing::TestWithParam<transport::Kind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, SaveAtTimeNodes, all_kinds, kind_name);

// Each steps by one and sends for the next step. What one has at the save is the same however far the others were.
TEST_P(SaveAtTimeNodes, EveryNodeSavesWhatIsUpToTheTimeAndNothingElse) {
  const Folder folder;
  constexpr std::uint32_t nodes = 3;
  constexpr int save_time = 6;
  constexpr int end = 10;
  on_nodes(
      GetParam(), nodes,
      [&](std::uint32_t rank, Node& node) {
        Keeper me(node);
        if (rank == 0) ASSERT_OK(me.rti->create_federation_execution("test", test_modules()));
        me.until([&] { return !me.rti->list_federation_executions()->empty(); });
        me.join("f" + std::to_string(rank));
        me.publish("Vehicle", {"Position"});
        me.subscribe("Vehicle", {"Position"});
        me.regulate(1);
        me.constrain();
        auto car = me.rti->register_object_instance(me.object_class("Vehicle"));
        ASSERT_OK(car);
        const auto position = me.attribute("Vehicle", "Position");
        me.until([&] { return me.discovered.size() == nodes - 1; }, "all cars");
        // Until all are there nobody may go on: who is late would not be asked for its updates.
        if (rank == 0) ASSERT_OK(me.rti->register_federation_synchronization_point("begin", {}));
        me.synchronize("begin");
        if (rank == 1) {
          ASSERT_OK(me.rti->request_federation_save("noon", float64_time(save_time)));
        }
        int saves = 0;
        const auto save = [&] {
          for (const Reflected& each : me.reflected) {
            EXPECT_LE(to_float64(*each.delivery.time), save_time);
          }
          EXPECT_EQ(me.reflected.size(), std::size_t{save_time} * (nodes - 1));
          EXPECT_EQ(me.to_save_at, float64_time(save_time));
          me.save_when_told();
          me.until([&] { return me.saved; }, "saved");
          ++saves;
        };
        // A service is refused from when its node knows that the save begins.
        const auto done = [&](auto&& service) {
          for (;;) {
            const auto status = service();
            if (status.ok()) return;
            ASSERT_EQ(status.error().code, ErrorCode::SaveInProgress) << status.error().message;
            me.until([&] { return !me.to_save.empty(); }, "initiate");
            save();
          }
        };
        const auto go_to = [&](int last) {
          for (int time = static_cast<int>(to_float64(*me.rti->query_logical_time())) + 1;
               time <= last; ++time) {
            done([&] { return me.update(*car, position, "x", float64_time(time)); });
            done([&] { return me.rti->time_advance_request(float64_time(time)); });
            me.until([&] { return me.granted.has_value() || !me.to_save.empty(); }, "grant");
            if (!me.to_save.empty()) save();
            EXPECT_EQ(me.await_grant(), time);
          }
        };
        go_to(end);
        EXPECT_EQ(saves, 1);
        EXPECT_EQ(me.reflected.size(), std::size_t{end} * (nodes - 1));
        if (rank == 0) ASSERT_OK(me.rti->register_federation_synchronization_point("end", {}));
        me.synchronize("end");
        ASSERT_OK(me.rti->resign_federation_execution(ResignAction::delete_objects));
      },
      folder.path());
}

}  // namespace
}  // namespace orrery::rti::testing
