// The tokenised form, the compressed form, and the estimates by the study's formulae.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "orrery/base/random.hpp"
#include "orrery/model/check.hpp"
#include "orrery/model/compression.hpp"
#include "orrery/model/estimate.hpp"
#include "orrery/model/tokens.hpp"

#include "models.hpp"

namespace orrery::model {
namespace {

using testing::HasSubstr;

TEST(Tokens, MeanTheSameAsTheText) {
  for (const char* name : example_names) {
    const std::string text = example(name);
    const auto tokenised = tokenise(text);
    ASSERT_TRUE(tokenised.ok()) << name;
    EXPECT_TRUE(is_tokenised_form(*tokenised));
    Interpreter of_text;
    Interpreter of_tokens;
    ASSERT_TRUE(good(of_text.insert(text)));
    ASSERT_TRUE(good(of_tokens.insert(*tokenised)));
    EXPECT_EQ(of_tokens.text(), of_text.text());
    const auto readable = detokenise(*tokenised);
    ASSERT_TRUE(readable.ok());
    EXPECT_EQ(*tokenise(*readable), *tokenised);
    EXPECT_EQ(*tokenise(*tokenised), *tokenised);
    Interpreter of_readable;
    EXPECT_TRUE(good(of_readable.insert(*readable)));
    EXPECT_EQ(of_readable.text(), of_text.text());
  }
}

TEST(Tokens, FormIsAsDocumented) {
  const auto tokenised = tokenise("UNIVERSE U { // a comment\n  PROPERTY x : REAL [ 3 ] ;\n}");
  ASSERT_TRUE(tokenised.ok());
  EXPECT_EQ(*tokenised, "\x0e\x01\x10U{\x12x:\x1a[3];}");
  EXPECT_EQ(*detokenise(*tokenised), "UNIVERSE U {\n  PROPERTY x : REAL[3];\n}\n");
}

TEST(Tokens, WhatIsNoTextHasNone) {
  EXPECT_THAT(tokenise("UNIVERSE \"U").error().message, HasSubstr("1:10"));
  EXPECT_FALSE(tokenise("\xff").ok());
  EXPECT_FALSE(tokenise(std::string(2'000'000, ' ')).ok());
}

TEST(Compression, ComesBackOrIsRefused) {
  const std::string text = example("air-traffic");
  const std::string small = compress(text);
  EXPECT_LT(small.size(), text.size() / 2);
  EXPECT_EQ(*decompress(small, text.size()), text);
  EXPECT_EQ(decompress(small, text.size() - 1).error().code, base::ErrorCode::too_big);
  EXPECT_EQ(*decompress(compress(""), 0), "");
  for (std::size_t cut = 0; cut < small.size(); cut += 7) {
    EXPECT_FALSE(decompress(small.substr(0, cut), text.size()).ok()) << cut;
  }
  // About a hundred kilobytes that decompress to a hundred megabytes.
  const std::string bomb = compress(std::string(100'000'000, 'x'));
  EXPECT_EQ(decompress(bomb, 1 << 20).error().code, base::ErrorCode::too_big);
  base::Random random(3);
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = small;
    damaged[random.below(damaged.size())] = static_cast<char>(random.bits());
    const auto result = decompress(damaged, text.size());
    if (!result.ok()) continue;
    EXPECT_EQ(*result, text);  // the damage made no difference
  }
}

TEST(Compression, BeatsTheStudysShareOnTheExamples) {
  for (const char* name : {"town", "air-traffic"}) {
    const CodeSize size = code_size(example(name));
    EXPECT_LT(size.compressed, size.text);
    EXPECT_LT(size.tokenised, size.text);
    EXPECT_LT(size.tokenised_compressed, size.compressed);
    EXPECT_LT(static_cast<double>(size.tokenised_compressed),
              0.362 * static_cast<double>(size.text))
        << name;
  }
}

TEST(Estimate, GivesTheStudysFiguresForItsTriangle) {
  Interpreter interpreter;
  ASSERT_TRUE(good(interpreter.insert(example("triangle"))));
  const auto of = [&](const char* path) { return estimate(interpreter, interpreter.find(path)); };
  EXPECT_EQ(of("Geometry.Triangle").qnx.definition, 492U);
  EXPECT_EQ(of("Geometry.Triangle.vertexList").qnx.instance, 276U);
  EXPECT_EQ(of("Geometry.Triangle.Vertex.coord").qnx.instance, 72U);
}

TEST(Estimate, MeasuredIsBelowBothPlatformsForEveryKind) {
  Interpreter interpreter;
  ASSERT_TRUE(good(interpreter.insert(R"(
    UNIVERSE universe { ELEMENT element { PROPERTY property : REAL; } CONSTANT constant : INTEGER = 1;
      FUNCTION function(); }
    ENTITY entity { })")));
  for (const char* path : {"universe", "universe.element", "universe.element.property",
                           "universe.constant", "universe.function", "entity"}) {
    const Estimate one = estimate(interpreter, interpreter.find(path));
    EXPECT_LE(one.measured.definition, one.qnx.definition) << path;
    EXPECT_LE(one.measured.definition, one.irix.definition) << path;
    EXPECT_LE(one.measured.instance, one.qnx.instance + 64) << path;
  }
  for (const char* name : example_names) {
    const CheckReport report = check(example(name));
    EXPECT_LT(report.estimate.measured.definition, report.estimate.irix.definition) << name;
    EXPECT_LT(report.estimate.measured.instance, report.estimate.irix.instance) << name;
  }
}

TEST(Estimate, CountsTextsListsReturnTypesAndDependencies) {
  Interpreter interpreter;
  ASSERT_TRUE(
      good(interpreter.insert("UNIVERSE U { CONSTANT c : INTEGER[] = {1, 2}; FUNCTION f() : REAL; "
                              "PROPERTY s : STRING = \"1234\"; }")));
  const auto of = [&](const char* path) { return estimate(interpreter, interpreter.find(path)); };
  EXPECT_EQ(of("U.c").qnx.definition, 76U + 2 * (12 + 8));
  EXPECT_EQ(of("U.c").irix.definition, 56U + 2 * (12 + 6));
  EXPECT_EQ(of("U.f").qnx.definition, 76U + 44);
  EXPECT_EQ(of("U.s").qnx.instance, 24U + 12 + 16 + 4);
  EXPECT_EQ(of("U.s").irix.instance, 24U + 12 + 4 + 4);
  interpreter.depend(interpreter.find("U.f"), 1);
  EXPECT_EQ(of("U.f").qnx.definition, 76U + 44 + 16);
}

}  // namespace
}  // namespace orrery::model
