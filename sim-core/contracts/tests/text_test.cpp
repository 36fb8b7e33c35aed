#include "orrery/contracts/text.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

#include "orrery/contracts/json.hpp"

namespace orrery::contracts {
namespace {

TEST(Text, CountsCharactersNotBytes) {
  EXPECT_EQ(characters(""), 0U);
  EXPECT_EQ(characters("abc"), 3U);
  EXPECT_EQ(characters("\u00fc\u20ac\U0001F642"), 3U);
}

TEST(Text, EachByteThatIsNotUtf8CountsAsOne) {
  EXPECT_EQ(characters("\x80\x80"), 2U);          // continuation without a beginning
  EXPECT_EQ(characters("\xc0\xaf"), 2U);          // overlong
  EXPECT_EQ(characters("\xed\xa0\x80"), 3U);      // surrogate
  EXPECT_EQ(characters("\xf4\x90\x80\x80"), 4U);  // past U+10FFFF
  EXPECT_EQ(characters("\xf0\x9f\x99"), 3U);      // cut off
  EXPECT_EQ(clip("a\xff"
                 "b"),
            "a\uFFFD"
            "b");
}

TEST(Text, ClipsToSoManyCharacters) {
  EXPECT_EQ(clip("abcd", 4), "abcd");
  EXPECT_EQ(clip("abcde", 4), "abc\u2026");
  EXPECT_EQ(clip("\U0001F642\U0001F642\U0001F642", 2), "\U0001F642\u2026");
  EXPECT_EQ(clip("ab", 1), "\u2026");
}

TEST(Text, WhateverTheBytesAClippedTextFitsTheContract) {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> byte(0, 255);
  for (int round = 0; round < 200; ++round) {
    std::string bytes(3000, ' ');
    for (char& c : bytes) c = static_cast<char>(byte(random));
    const WorkerSays says = Log{.level = LogLevel::error, .text = clip(bytes)};
    const auto again = read_text<WorkerSays>(write_line(says));
    EXPECT_TRUE(again == says);
  }
}

}  // namespace
}  // namespace orrery::contracts
