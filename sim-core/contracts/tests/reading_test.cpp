#include "reading.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "orrery/contracts/json.hpp"

namespace orrery::contracts {
namespace {

ContractError refusal(const std::string& text) {
  try {
    (void)read_text<AgentSays>(text);
  } catch (const ContractError& error) {
    return error;
  }
  return {"none", "", "", ""};
}

TEST(Reading, AnErrorNamesPathValueAndExpectation) {
  const ContractError error = refusal(R"({"kind":"peers","endpoints":["a",{"b":1}]})");
  EXPECT_EQ(error.code(), "type");
  EXPECT_EQ(error.path(), "endpoints[1]");
  EXPECT_EQ(error.value(), R"({"b":1})");
  EXPECT_EQ(error.expected(), "text");
  EXPECT_STREQ(error.what(), R"(endpoints[1]: expected text, got {"b":1})");
}

TEST(Reading, AKeyWithoutNameHasAPathOfItsOwn) {
  EXPECT_EQ(refusal(R"({"kind":"start","":1})").code(), "unknown_key");
}

TEST(Reading, AValueIsShownShortened) {
  const ContractError error =
      refusal(R"({"kind":"start","x":")" + std::string(10'000, 'y') + "\"}");
  EXPECT_LE(characters(error.value()), 80U);
}

TEST(Reading, BigIntsReachTheirLimitsAndNoFurther) {
  const Place place;
  EXPECT_EQ(read_big_int(place, "0"), 0U);
  EXPECT_EQ(read_big_int(place, "18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  for (const char* text :
       {"18446744073709551616", "99999999999999999999", "", "00", "1x", " 1", "+1"}) {
    EXPECT_THROW(read_big_int(place, text), ContractError) << text;
  }
}

TEST(Reading, IntegersReachTheirLimitsAndNoFurther) {
  const Place place;
  EXPECT_EQ(read_integer<std::int32_t>(place, -20, -20, 99), -20);
  EXPECT_EQ(read_integer<std::int32_t>(place, 99, -20, 99), 99);
  for (const Json& json :
       {Json(-21), Json(100), Json(std::numeric_limits<std::uint64_t>::max()), Json(1.0)}) {
    EXPECT_THROW(read_integer<std::int32_t>(place, json, -20, 99), ContractError) << json;
  }
  // A range below zero is no less a range for a number that only fits without a sign.
  EXPECT_THROW(
      read_integer<std::int32_t>(place, Json(std::numeric_limits<std::uint64_t>::max()), -5, -1),
      ContractError);
}

TEST(Enums, HaveNamesInBothDirections) {
  EXPECT_EQ(to_string(WaitStrategy::spin_then_futex), "spin_then_futex");
  EXPECT_EQ(to_string(WaitStrategy::auto_), "auto");
  EXPECT_EQ(parse_choice<WaitStrategy>("auto"), WaitStrategy::auto_);
  EXPECT_EQ(parse_choice<WaitStrategy>("Auto"), std::nullopt);
}

}  // namespace
}  // namespace orrery::contracts
