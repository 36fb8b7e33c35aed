// Instances: construct, destruct, size, pack and unpack in either byte order, single values.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "orrery/base/random.hpp"
#include "orrery/model/interpreter.hpp"

#include "byte_swap.hpp"
#include "models.hpp"

namespace orrery::model {
namespace {

constexpr ByteOrder other_order =
    native_order == ByteOrder::little ? ByteOrder::big : ByteOrder::little;

constexpr const char* mixed = R"(
UNIVERSE U {
  ELEMENT Part {
    PROPERTY flag : BOOLEAN = TRUE;
    PROPERTY label : STRING = "part";
    PROPERTY at : REAL[3] = {1.0, 2.0, 3.0};
  }
  ELEMENT Whole {
    PROPERTY number : INTEGER = -7;
    PROPERTY wide : LONG = 123456789012345;
    PROPERTY part : Part[2];
    PROPERTY precise : DOUBLE[2] = 0.5;
    PROPERTY note : STRING;
  }
})";

std::shared_ptr<const Layout> layout_of(const char* text, const char* path) {
  Interpreter interpreter;
  EXPECT_TRUE(good(interpreter.insert(text)));
  return interpreter.layout(interpreter.find(path));
}

TEST(State, BeginsWithItsInitialValues) {
  const State state(layout_of(mixed, "U.Whole"));
  const auto value = [&](const char* path, std::uint32_t index = 0) {
    const auto place = state.layout().place(path);
    EXPECT_TRUE(place.has_value()) << path;
    return get(state.get(), *place, index);
  };
  EXPECT_EQ(std::get<std::int64_t>(value("number")), -7);
  EXPECT_EQ(std::get<std::int64_t>(value("wide")), 123456789012345);
  EXPECT_EQ(std::get<bool>(value("part[1].flag")), true);
  EXPECT_EQ(std::get<std::string_view>(value("part[1].label")), "part");
  EXPECT_EQ(std::get<double>(value("part[0].at", 2)), 3.0);
  EXPECT_EQ(std::get<double>(value("part[0].at[1]")), 2.0);
  EXPECT_EQ(std::get<double>(value("precise", 1)), 0.5);
  EXPECT_EQ(std::get<std::string_view>(value("note")), "");
}

TEST(State, IsItsPackedFormWithoutStrings) {
  const auto layout = layout_of(example("flock").c_str(), "Bird");
  EXPECT_EQ(layout->size(), 3 * 4 + 3 * 4 + 7 * 4 + 4U);
  const State state(layout);
  const auto packed = state.packed();
  EXPECT_EQ(std::memcmp(packed.data(), state.get(), layout->size()), 0);
}

TEST(State, PacksInBothOrdersAndComesBack) {
  const State state(layout_of(mixed, "U.Whole"));
  for (const ByteOrder order : {native_order, other_order}) {
    const auto packed = state.packed(order);
    // 4 + 8 + 2 * (1 + 4 + 4 + 12) + 16 + 4
    EXPECT_EQ(packed.size(), 74U);
    const State copy(layout_of(mixed, "U.Whole"));
    ASSERT_TRUE(set(copy.get(), *copy.layout().place("number"), 0, std::int64_t{1}));
    ASSERT_TRUE(set(copy.get(), *copy.layout().place("part[0].label"), 0, std::string_view("x")));
    ASSERT_TRUE(copy.layout().unpack(packed, copy.get(), order).ok());
    EXPECT_EQ(copy.packed(), state.packed());
  }
  const auto big = state.packed(ByteOrder::big);
  EXPECT_EQ(big[0], std::byte{0xff});
  EXPECT_EQ(big[3], std::byte{0xf9});
  const auto little = state.packed(ByteOrder::little);
  EXPECT_EQ(little[0], std::byte{0xf9});
}

TEST(State, UnpackRefusesWhatIsNoneAndLeavesTheInstanceAlone) {
  const State state(layout_of(mixed, "U.Whole"));
  const auto before = state.packed();
  const auto refused = [&](std::vector<std::byte> packed, ByteOrder order = native_order) {
    const auto status = state.layout().unpack(packed, state.get(), order);
    EXPECT_FALSE(status.ok());
    EXPECT_EQ(state.packed(), before);
    return status.ok() ? std::string() : status.error().message;
  };
  for (std::size_t cut = 0; cut < before.size(); ++cut) {
    refused({before.begin(), before.begin() + static_cast<std::ptrdiff_t>(cut)});
  }
  auto longer = before;
  longer.push_back(std::byte{0});
  EXPECT_NE(refused(longer).find("75 bytes"), std::string::npos);
  auto flag = before;
  flag[12] = std::byte{2};
  EXPECT_NE(refused(flag).find("neither 0 nor 1"), std::string::npos);
  auto text = before;
  text[17] = std::byte{0xff};
  EXPECT_NE(refused(text).find("UTF-8"), std::string::npos);
  EXPECT_NE(refused(before, other_order).find("byte order"), std::string::npos);
}

TEST(State, ValuesKeepTheirTypesAndRanges) {
  const State state(layout_of(mixed, "U.Whole"));
  const auto sets = [&](const char* path, const Value& value, std::uint32_t index = 0) {
    return set(state.get(), *state.layout().place(path), index, value);
  };
  EXPECT_TRUE(sets("number", std::int64_t{2147483647}));
  EXPECT_FALSE(sets("number", std::int64_t{2147483648}));
  EXPECT_FALSE(sets("number", 1.5));
  EXPECT_FALSE(sets("number", std::int64_t{1}, 1));
  EXPECT_TRUE(sets("wide", std::numeric_limits<std::int64_t>::min()));
  EXPECT_FALSE(sets("part[0].at", 1e39));
  EXPECT_TRUE(sets("part[0].at", std::numeric_limits<double>::infinity()));
  EXPECT_TRUE(sets("part[1].flag", false));
  EXPECT_FALSE(sets("part[1].flag", std::int64_t{1}));
  EXPECT_FALSE(sets("note", std::string_view("\xff")));
  EXPECT_FALSE(sets("note", std::string_view(std::string(65'536, 'x'))));
  EXPECT_TRUE(sets("note", std::string_view("noted")));
  EXPECT_EQ(std::get<std::string_view>(get(state.get(), *state.layout().place("note"))), "noted");
}

TEST(State, PlacesAreFoundOrNot) {
  const auto layout = layout_of(mixed, "U.Whole");
  EXPECT_TRUE(layout->place("part[1]").has_value());
  for (const char* path :
       {"", "nothing", "part[2]", "part[x]", "part[", "part[1", "part[1]x", "part.at", "part[0].",
        "part[0].nothing", "number.x", "number[1]", "part[-1]"}) {
    EXPECT_FALSE(layout->place(path).has_value()) << path;
  }
}

TEST(State, APropertyAUniverseAndAnEntityHaveOne) {
  Interpreter interpreter;
  ASSERT_TRUE(good(interpreter.insert(example("triangle"))));
  EXPECT_EQ(interpreter.layout(interpreter.find("Geometry.Triangle.vertexList"))->size(), 36U);
  EXPECT_EQ(interpreter.layout(interpreter.find("Geometry.Triangle"))->size(), 36U);
  EXPECT_EQ(interpreter.layout(interpreter.find("Geometry"))->size(), 0U);
  EXPECT_EQ(interpreter.layout(interpreter.find("Shape"))->size(), 36U);
  EXPECT_EQ(interpreter.layout(interpreter.find("Shape.area")), nullptr);
  EXPECT_EQ(interpreter.layout(root), nullptr);
}

TEST(ByteSwap, AgreesWithOneByOneAtEveryLength) {
  base::Random random(1);
  std::vector<std::byte> from(8 * 200 + 1);
  for (std::byte& byte : from) byte = static_cast<std::byte>(random.bits());
  for (std::size_t count = 0; count <= 200; ++count) {
    std::vector<std::byte> to(8 * count + 2, std::byte{0xee});
    // Unaligned on both sides.
    copy_swapped4(to.data() + 1, from.data() + 1, count);
    for (std::size_t i = 0; i < 4 * count; ++i) {
      ASSERT_EQ(to[1 + i], from[1 + (i / 4 * 4 + 3 - i % 4)]) << count << " " << i;
    }
    EXPECT_EQ(to[1 + 4 * count], std::byte{0xee});
    copy_swapped8(to.data() + 1, from.data() + 1, count);
    for (std::size_t i = 0; i < 8 * count; ++i) {
      ASSERT_EQ(to[1 + i], from[1 + (i / 8 * 8 + 7 - i % 8)]) << count << " " << i;
    }
    EXPECT_EQ(to[1 + 8 * count], std::byte{0xee});
  }
}

}  // namespace
}  // namespace orrery::model
