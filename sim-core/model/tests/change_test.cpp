// Insertion, replacement and removal while instances live; dependencies; what must not be removed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "orrery/model/interpreter.hpp"

#include "models.hpp"

namespace orrery::model {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Changing : public testing::Test {
 protected:
  Changing() {
    EXPECT_TRUE(good(interpreter_.insert(R"(
      UNIVERSE U {
        CONSTANT corners : INTEGER = 3;
        ELEMENT Point { PROPERTY x : REAL = 1.0; PROPERTY y : INTEGER = 2; PROPERTY tag : STRING = "t"; }
        ELEMENT Shape { PROPERTY corner : Point[corners]; PROPERTY name : STRING = "shape"; }
        PROPERTY where : Point;
      }
      ENTITY Thing IN U { PROPERTY shape : Shape; })")));
  }
  ComponentId at(const char* path) {
    const ComponentId id = interpreter_.find(path);
    EXPECT_NE(id, no_component) << path;
    return id;
  }
  static Value value(const Instance& instance, const char* path) {
    const auto place = instance.layout().place(path);
    EXPECT_TRUE(place.has_value()) << path;
    return place ? get(instance.state(), *place) : Value{};
  }
  static void put(const Instance& instance, const char* path, const Value& value) {
    const auto place = instance.layout().place(path);
    ASSERT_TRUE(place.has_value()) << path;
    EXPECT_TRUE(set(instance.state(), *place, 0, value));
  }
  // Expects that the change was refused for this reason, and that the model has not changed.
  void refused(const Outcome& outcome, const char* says) {
    EXPECT_FALSE(outcome.ok());
    EXPECT_THAT(to_string(outcome.errors), HasSubstr(says));
    EXPECT_EQ(interpreter_.text(), before_);
  }
  void remember() { before_ = interpreter_.text(); }

  Interpreter interpreter_;
  std::string before_;
};

TEST_F(Changing, AnInsertedPropertyAppearsInLiveInstances) {
  Instance thing = interpreter_.construct(at("Thing"));
  put(thing, "shape.corner[2].tag", std::string_view("kept"));
  put(thing, "where.x", 42.0);
  ASSERT_TRUE(good(interpreter_.insert("PROPERTY z : DOUBLE = 9.5;", at("U.Point"))));
  EXPECT_EQ(std::get<double>(value(thing, "shape.corner[1].z")), 9.5);
  EXPECT_EQ(std::get<double>(value(thing, "where.x")), 42.0);
  EXPECT_EQ(std::get<std::string_view>(value(thing, "shape.corner[2].tag")), "kept");
  EXPECT_EQ(std::get<std::string_view>(value(thing, "shape.name")), "shape");
}

TEST_F(Changing, ARemovedPropertyIsDestructedAndTheRestKept) {
  Instance thing = interpreter_.construct(at("Thing"));
  put(thing, "shape.corner[0].y", std::int64_t{77});
  ASSERT_TRUE(good(interpreter_.remove(at("U.Point.tag"))));
  EXPECT_FALSE(thing.layout().place("where.tag").has_value());
  EXPECT_EQ(std::get<std::int64_t>(value(thing, "shape.corner[0].y")), 77);
}

TEST_F(Changing, AReplacedPropertyKeepsItsStateWhereItFits) {
  Instance thing = interpreter_.construct(at("Thing"));
  put(thing, "where.y", std::int64_t{5});
  put(thing, "where.x", 2.5);
  ASSERT_TRUE(good(interpreter_.replace(at("U.Point.y"), "PROPERTY y : LONG = 1;")));
  EXPECT_EQ(std::get<std::int64_t>(value(thing, "where.y")), 5);
  ASSERT_TRUE(good(interpreter_.replace(at("U.Point.x"), "PROPERTY x : DOUBLE;")));
  EXPECT_EQ(std::get<double>(value(thing, "where.x")), 2.5);
  // A LONG may not fit into a REAL: the value is the initial one.
  ASSERT_TRUE(good(interpreter_.replace(at("U.Point.y"), "PROPERTY y : REAL = 0.25;")));
  EXPECT_EQ(std::get<double>(value(thing, "where.y")), 0.25);
}

TEST_F(Changing, AReplacedElementReachesAllThatHoldIt) {
  Instance thing = interpreter_.construct(at("Thing"));
  Instance shape = interpreter_.construct(at("U.Shape"));
  Instance point = interpreter_.construct(at("U.Point"));
  put(thing, "shape.corner[1].x", 3.5);
  put(point, "tag", std::string_view("mine"));
  ASSERT_TRUE(good(interpreter_.replace(
      at("U.Point"),
      "ELEMENT Point { PROPERTY tag : STRING; PROPERTY w : BOOLEAN = TRUE; PROPERTY x : REAL; }")));
  EXPECT_EQ(std::get<double>(value(thing, "shape.corner[1].x")), 3.5);
  EXPECT_EQ(std::get<bool>(value(thing, "where.w")), true);
  EXPECT_EQ(std::get<bool>(value(shape, "corner[2].w")), true);
  EXPECT_EQ(std::get<std::string_view>(value(point, "tag")), "mine");
  EXPECT_FALSE(point.layout().place("y").has_value());
  EXPECT_EQ(interpreter_.info(at("U.where")).element, at("U.Point"));
}

TEST_F(Changing, AReplacedConstantChangesTheArraysThatItCounts) {
  Instance thing = interpreter_.construct(at("Thing"));
  put(thing, "shape.corner[0].tag", std::string_view("first"));
  ASSERT_TRUE(good(interpreter_.replace(at("U.corners"), "CONSTANT corners : INTEGER = 5;")));
  EXPECT_EQ(thing.layout().place("shape.corner")->count, 5U);
  EXPECT_EQ(std::get<std::string_view>(value(thing, "shape.corner[0].tag")), "first");
  EXPECT_EQ(std::get<std::string_view>(value(thing, "shape.corner[4].tag")), "t");
  ASSERT_TRUE(good(interpreter_.replace(at("U.corners"), "CONSTANT corners : INTEGER = 1;")));
  EXPECT_EQ(thing.layout().place("shape.corner")->count, 1U);
  remember();
  refused(interpreter_.replace(at("U.corners"), "CONSTANT corners : INTEGER = 0;"),
          "must be one whole number");
  refused(interpreter_.replace(at("U.corners"), "CONSTANT corners : REAL = 2.0;"),
          "must be one whole number");
  EXPECT_EQ(thing.layout().place("shape.corner")->count, 1U);
}

TEST_F(Changing, AWholeModelIsInterpretedAnewAndInstancesLiveOn) {
  Instance thing = interpreter_.construct(at("Thing"));
  put(thing, "where.tag", std::string_view("still here"));
  const Outcome outcome = interpreter_.interpret(R"(
    UNIVERSE U {
      ELEMENT Point { PROPERTY tag : STRING; PROPERTY more : LONG = 8; }
      ELEMENT Shape { PROPERTY corner : Point[2]; }
      PROPERTY where : Point;
    }
    ENTITY Thing IN U { PROPERTY shape : Shape[2]; }
    ENTITY Other IN U { })");
  ASSERT_TRUE(good(outcome));
  EXPECT_EQ(std::get<std::string_view>(value(thing, "where.tag")), "still here");
  EXPECT_EQ(std::get<std::int64_t>(value(thing, "shape[1].corner[1].more")), 8);
  EXPECT_EQ(interpreter_.info(at("Other")).universe, at("U"));
  EXPECT_EQ(interpreter_.info(at("Thing")).universe, at("U"));
}

TEST_F(Changing, WhatIsUsedStays) {
  remember();
  refused(interpreter_.remove(at("U.Point")), "ELEMENT U.Point is still used by PROPERTY U.");
  refused(interpreter_.remove(at("U.corners")), "is still used by PROPERTY U.Shape.corner");
  refused(interpreter_.remove(at("U")), "is still used by ENTITY Thing");
  refused(interpreter_.interpret("UNIVERSE U { PROPERTY where : REAL; }"),
          "is still used by PROPERTY Thing.shape");
}

TEST_F(Changing, ChangesThatMakeNoModelChangeNothing) {
  Instance thing = interpreter_.construct(at("Thing"));
  remember();
  refused(interpreter_.insert("PROPERTY s : Shape;", at("U.Point")), "would hold itself");
  refused(interpreter_.replace(at("U.Point"), "ELEMENT Point { PROPERTY s : Shape; }"),
          "would hold itself");
  refused(interpreter_.insert("PROPERTY a : LONG; PROPERTY b : Nothing;", at("U.Point")),
          "no ELEMENT 'Nothing'");
  refused(interpreter_.insert("PROPERTY x : LONG;", at("U.Point")), "already defined here");
  refused(interpreter_.insert("PROPERTY a : LONG; PROPERTY a : LONG;", at("U.Point")),
          "already defined");
  refused(interpreter_.insert("PROPERTY shape : LONG;", at("U")),
          "has the name of PROPERTY U.shape");
  refused(interpreter_.insert("PROPERTY big : DOUBLE[16777216]; PROPERTY bigger : Point[16777216];",
                              at("U")),
          "bytes of state");
}

TEST_F(Changing, ReplacementsAreOfTheSameKindAndName) {
  remember();
  refused(interpreter_.replace(at("U.Point.x"), "PROPERTY z : REAL;"), "give it the same name");
  refused(interpreter_.replace(at("U.Point.x"), "CONSTANT x : REAL = 1.0;"),
          "cannot become CONSTANT");
  refused(interpreter_.replace(at("U.Point.x"), "PROPERTY x : REAL; PROPERTY z : REAL;"),
          "a second definition");
  refused(interpreter_.replace(at("U.Point.x"), "  // nothing\n"), "defines nothing");
  refused(interpreter_.replace(root, "UNIVERSE U { }"), "no such component");
  refused(interpreter_.replace(123'456, "UNIVERSE U { }"), "no such component");
  refused(interpreter_.remove(root), "no such component");
  refused(interpreter_.insert("PROPERTY z : REAL;", at("U.Point.x")), "no container");
}

TEST_F(Changing, InstancesOfWhatIsRemovedBecomeEmpty) {
  Instance shape = interpreter_.construct(at("U.Shape"));
  Instance thing = interpreter_.construct(at("Thing"));
  ASSERT_TRUE(good(interpreter_.remove(at("Thing"))));
  EXPECT_TRUE(thing.empty());
  EXPECT_FALSE(shape.empty());
  ASSERT_TRUE(good(interpreter_.remove(at("U.Shape"))));
  EXPECT_TRUE(shape.empty());
  EXPECT_EQ(interpreter_.instances(), 0U);
}

TEST_F(Changing, InstancesMayOutliveTheirInterpreter) {
  Instance kept;
  {
    Interpreter interpreter;
    ASSERT_TRUE(good(interpreter.insert(example("town"))));
    kept = interpreter.construct(interpreter.find("House"));
    EXPECT_FALSE(kept.empty());
  }
  EXPECT_TRUE(kept.empty());
}

TEST_F(Changing, DependenciesAreToldOfWhatReachesThem) {
  std::vector<std::uint32_t> changed;
  std::vector<std::uint32_t> removed;
  interpreter_.on_notice([&](const Notice& notice) {
    (notice.what == Notice::What::changed ? changed : removed).push_back(notice.token);
  });
  const auto told = [&](auto matcher) {
    std::ranges::sort(changed);
    EXPECT_THAT(changed, matcher);
    changed.clear();
  };
  interpreter_.depend(at("U.where"), 1);
  interpreter_.depend(at("U.Point"), 2);
  interpreter_.depend(at("Thing"), 3);
  const auto extra = interpreter_.depend(at("U.Shape.name"), 4);
  interpreter_.depend(at("U.Point.tag"), 5);

  ASSERT_TRUE(good(interpreter_.insert("PROPERTY z : REAL;", at("U.Point"))));
  told(ElementsAre(1, 2, 3));
  ASSERT_TRUE(good(interpreter_.insert("CONSTANT c : REAL = 1.0;", at("U"))));
  told(ElementsAre());
  ASSERT_TRUE(good(interpreter_.replace(at("U.Shape.name"), "PROPERTY name : STRING;")));
  told(ElementsAre(3, 4));
  EXPECT_TRUE(interpreter_.forget(*extra));
  EXPECT_FALSE(interpreter_.forget(*extra));
  ASSERT_TRUE(good(interpreter_.replace(at("U.Point"), "ELEMENT Point { PROPERTY x : REAL; }")));
  told(ElementsAre(1, 2, 3));
  EXPECT_THAT(removed, ElementsAre(5));
  // A refused change notifies nobody.
  EXPECT_FALSE(interpreter_.remove(at("U.Point")).ok());
  told(ElementsAre());
  EXPECT_FALSE(interpreter_.depend(9999, 1).has_value());
  EXPECT_FALSE(interpreter_.depend(at("U"), 0x80000000U).has_value());
}

TEST_F(Changing, OrderIsKeptByReplacementAndByRefusal) {
  remember();
  ASSERT_TRUE(good(interpreter_.replace(at("U.Point.x"), "PROPERTY x : REAL = 1.0;")));
  EXPECT_EQ(interpreter_.text(), before_);
  EXPECT_FALSE(interpreter_.interpret("UNIVERSE U { } ENTITY Thing IN V { }").ok());
  EXPECT_EQ(interpreter_.text(), before_);
}

TEST_F(Changing, MemoryComesBack) {
  const Memory before = interpreter_.memory();
  for (int i = 0; i < 2000; ++i) {
    const std::string name = "p" + std::to_string(i);
    ASSERT_TRUE(good(interpreter_.insert("PROPERTY " + name + " : Point[corners]; CONSTANT c" +
                                             name + " : STRING[] = {\"" + name + "\", \"b\"};",
                                         at("Thing"))));
    ASSERT_TRUE(good(interpreter_.remove(at(("Thing." + name).c_str()))));
    ASSERT_TRUE(good(interpreter_.remove(at(("Thing.c" + name).c_str()))));
  }
  const Memory after = interpreter_.memory();
  EXPECT_EQ(after.components, before.components);
  EXPECT_EQ(after.dependencies, before.dependencies);
  EXPECT_EQ(after.values, before.values);
  EXPECT_EQ(after.names, before.names);
}

}  // namespace
}  // namespace orrery::model
