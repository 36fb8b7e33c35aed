// Valid models, and the errors of invalid ones: every broken rule of the grammar, and every exceeded limit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "orrery/model/check.hpp"
#include "orrery/model/interpreter.hpp"

#include "models.hpp"

namespace orrery::model {
namespace {

using testing::HasSubstr;

TEST(Examples, AreGoodModels) {
  for (const char* name : example_names) {
    const CheckReport report = check(example(name));
    EXPECT_TRUE(report.errors.empty()) << name << "\n" << to_string(report.errors);
    EXPECT_EQ(report.listed.size(), report.components) << name;
  }
}

TEST(Examples, AreReadBackFromTheirOwnPrint) {
  for (const char* name : example_names) {
    Interpreter first;
    ASSERT_TRUE(good(first.insert(example(name))));
    Interpreter second;
    ASSERT_TRUE(good(second.insert(first.text()))) << first.text();
    EXPECT_EQ(second.text(), first.text());
    EXPECT_EQ(second.components(), first.components());
  }
}

struct Bad {
  const char* text;
  std::uint32_t line;
  std::uint32_t column;
  const char* says;
};

class BadModel : public testing::TestWithParam<Bad> {};

TEST_P(BadModel, IsRefusedAtItsPlace) {
  const Bad& bad = GetParam();
  const CheckReport report = check(bad.text);
  ASSERT_FALSE(report.errors.empty()) << bad.text;
  const Diagnostic& first = report.errors.front();
  EXPECT_THAT(first.message, HasSubstr(bad.says)) << bad.text;
  EXPECT_EQ(first.line, bad.line) << to_string(report.errors);
  EXPECT_EQ(first.column, bad.column) << to_string(report.errors);
  if (first.line > 0) {
    EXPECT_EQ(first.caret.back(), '^');
    EXPECT_EQ(first.caret.size() - first.caret.find('\n') - 1, first.column) << first.caret;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Grammar, BadModel,
    testing::Values(
        Bad{"", 0, 0, "defines nothing"},
        Bad{"PROPERTY x : REAL;", 1, 1, "may not stand outside of a universe"},
        Bad{"universe U { }", 1, 1, "keywords in capitals: UNIVERSE"},
        Bad{"UNIVERSE { }", 1, 10, "a name is expected"},
        Bad{"UNIVERSE ELEMENT { }", 1, 10, "keywords are no names"},
        Bad{"UNIVERSE U", 1, 11, "'{' is expected, not the end"},
        Bad{"UNIVERSE U {", 1, 12, "does not end"},
        Bad{"UNIVERSE U { } }", 1, 16, "closes nothing"},
        Bad{"UNIVERSE U {\n  UNIVERSE V { }\n}", 2, 3, "UNIVERSE may not stand in UNIVERSE"},
        Bad{"UNIVERSE U {\n  PROPERTY x REAL;\n}", 2, 14, "':' is expected"},
        Bad{"UNIVERSE U {\n  PROPERTY x : ;\n}", 2, 16, "a type"},
        Bad{"UNIVERSE U {\n  PROPERTY x : INTEGRE = 3;\n}", 2, 16, "did you mean INTEGER?"},
        Bad{"UNIVERSE U {\n  PROPERTY x : INTEGRE;\n}", 2, 16, "did you mean INTEGER?"},
        Bad{"UNIVERSE U {\n  PROPERTY x : integer;\n}", 2, 16, "did you mean INTEGER?"},
        Bad{"UNIVERSE U {\n  CONSTANT x : REALL = 3;\n}", 2, 16, "did you mean REAL?"},
        Bad{"UNIVERSE U {\n  PROPRTY x : REAL;\n}", 2, 3, "did you mean PROPERTY?"},
        Bad{"UNIVERS U { }", 1, 1, "did you mean UNIVERSE?"},
        Bad{"UNIVERSE U {\n  PROPERTY x : REALISTIC;\n}", 2, 16, "define it, or correct"},
        Bad{"UNIVERSE U {\n  PROPERTY x : REAL\n}", 3, 1, "';' is expected"},
        Bad{"UNIVERSE U {\n  PROPERTY x : REAL[;\n}", 2, 21, "a length"},
        Bad{"UNIVERSE U {\n  PROPERTY x : REAL[3;\n}", 2, 22, "']' is expected"},
        Bad{"UNIVERSE U {\n  PROPERTY x : REAL[0];\n}", 2, 21, "an array of 0"},
        Bad{"UNIVERSE U {\n  PROPERTY x : REAL[1000000000];\n}", 2, 21, "an array of 1000000000"},
        Bad{"UNIVERSE U {\n  PROPERTY x : REAL[99999999999999999999];\n}", 2, 21, "out of range"},
        Bad{"UNIVERSE U {\n  PROPERTY x : REAL[n];\n}", 2, 21, "no CONSTANT 'n'"},
        Bad{"UNIVERSE U {\n  PROPERTY x : V;\n}", 2, 16, "no ELEMENT 'V'"},
        Bad{"UNIVERSE U {\n  CONSTANT c : REAL = 1.5;\n  PROPERTY x : c;\n}", 3, 16,
            "'c' is CONSTANT U.c"},
        Bad{"UNIVERSE U {\n  CONSTANT c : REAL = 1.5;\n  PROPERTY x : REAL[c];\n}", 3, 21,
            "no array length"},
        Bad{"UNIVERSE U {\n  CONSTANT c : INTEGER = -1;\n  PROPERTY x : REAL[c];\n}", 3, 21,
            "no array length"},
        Bad{"UNIVERSE U {\n  CONSTANT c : REAL;\n}", 2, 20, "a constant needs a value"},
        Bad{"UNIVERSE U {\n  CONSTANT c : REAL = ;\n}", 2, 23, "a value is expected"},
        Bad{"UNIVERSE U {\n  CONSTANT c : V = 1;\n}", 2, 16, "a constant is of a primitive type"},
        Bad{"UNIVERSE U {\n  CONSTANT c : INTEGER = 1.5;\n}", 2, 26, "no value of INTEGER"},
        Bad{"UNIVERSE U {\n  CONSTANT c : INTEGER = 3000000000;\n}", 2, 26, "no value of INTEGER"},
        Bad{"UNIVERSE U {\n  CONSTANT c : LONG = 9223372036854775808;\n}", 2, 23, "out of range"},
        Bad{"UNIVERSE U {\n  CONSTANT c : REAL = 1e39;\n}", 2, 23, "make it DOUBLE"},
        Bad{"UNIVERSE U {\n  CONSTANT c : DOUBLE = 1e999;\n}", 2, 25, "out of range"},
        Bad{"UNIVERSE U {\n  CONSTANT c : BOOLEAN = 1;\n}", 2, 26, "TRUE or FALSE"},
        Bad{"UNIVERSE U {\n  CONSTANT c : STRING = 1;\n}", 2, 25, "a text in quotes"},
        Bad{"UNIVERSE U {\n  CONSTANT c : STRING = \"a;\n}", 2, 25, "does not end on its line"},
        Bad{"UNIVERSE U {\n  CONSTANT c : STRING = \"a\\q\";\n}", 2, 27, "unknown escape"},
        Bad{"UNIVERSE U {\n  CONSTANT c : INTEGER[2] = {1, 2, 3};\n}", 2, 24, "3 values follow"},
        Bad{"UNIVERSE U {\n  CONSTANT c : INTEGER[] = {1, 2;\n}", 2, 33, "',' or '}'"},
        Bad{"UNIVERSE U {\n  CONSTANT c : INTEGER = -;\n}", 2, 27, "a number is expected"},
        Bad{"UNIVERSE U {\n  PROPERTY x : REAL[3] = {1, 2};\n}", 2, 27,
            "2 values for an array of 3"},
        Bad{"UNIVERSE U {\n  PROPERTY x : REAL = {1, 2};\n}", 2, 24, "for a single property"},
        Bad{"UNIVERSE U {\n  ELEMENT V { }\n  PROPERTY x : V = 3;\n}", 3, 18,
            "only primitive types"},
        Bad{"UNIVERSE U {\n  FUNCTION f(x) : REAL;\n}", 2, 14, "without parameters"},
        Bad{"UNIVERSE U {\n  FUNCTION f() : ;\n}", 2, 18, "a type"},
        Bad{"UNIVERSE U {\n  CONVERTER k : REAL;\n}", 2, 21, "'->' is expected"},
        Bad{"UNIVERSE U {\n  CONVERTER k : REAL -> W;\n}", 2, 25, "no ELEMENT 'W'"},
        Bad{"ENTITY e IN V { }", 1, 13, "no UNIVERSE 'V'"},
        Bad{"ENTITY e { }\nENTITY f IN e { }", 2, 13, "'e' is ENTITY e"},
        Bad{"ENTITY e {\n  ELEMENT V { }\n}", 2, 3, "ELEMENT may not stand in ENTITY"},
        Bad{"UNIVERSE U { PROPERTY x : REAL; }\nENTITY e IN U {\n  PROPERTY x : REAL;\n}", 3, 12,
            "has the name of PROPERTY U.x"},
        Bad{"UNIVERSE U { }\nUNIVERSE U { }", 2, 10, "already defined"},
        Bad{"UNIVERSE U {\n  PROPERTY x : REAL;\n  ELEMENT x { }\n}", 3, 11, "already defined in"},
        Bad{"UNIVERSE U {\n  PROPERTY 3x : REAL;\n}", 2, 13, "a number ends in 'x'"},
        Bad{"UNIVERSE U {\n  PROPERTY ä : REAL;\n}", 2, 12, "strings and comments only"},
        Bad{"UNIVERSE U {\n\t\"ä\" ?\n}", 2, 2, "is expected, not '\"ä\"'"},
        Bad{"UNIVERSE U {\n  # x\n}", 2, 3, "has no meaning here"},
        Bad{"UNIVERSE U { /* on and on", 1, 14, "does not end: close it with */"},
        Bad{"UNIVERSE U {\n  PROPERTY x : A. B;\n  ELEMENT A { ELEMENT B { } }\n}", 2, 18,
            "blanks inside a dotted name"},
        Bad{"UNIVERSE U {\n  PROPERTY \x01 : REAL;\n}", 2, 12, "control character 0x01"},
        Bad{"\xef\xbb\xbfUNIVERSE U { }", 1, 1, "byte order mark"}));

INSTANTIATE_TEST_SUITE_P(InvalidUtf8, BadModel,
                         testing::Values(Bad{"UNIVERSE U { } // \xff", 1, 19, "not UTF-8"},
                                         Bad{"UNIVERSE U { } // \xc0\x80", 1, 19, "not UTF-8"},
                                         Bad{"// \xc3\xa4\xc3\n", 1, 5, "not UTF-8"},
                                         Bad{"// \xed\xa0\x80", 1, 4, "not UTF-8"},
                                         Bad{"// \xf4\x90\x80\x80", 1, 4, "not UTF-8"}));

INSTANTIATE_TEST_SUITE_P(
    Recursion, BadModel,
    testing::Values(
        Bad{"UNIVERSE U {\n  ELEMENT A { PROPERTY a : A; }\n}", 2, 28, "hold itself"},
        Bad{"UNIVERSE U {\n  ELEMENT A { PROPERTY b : B[2]; }\n  ELEMENT B { PROPERTY a : A; }\n}",
            3, 28, "hold itself"},
        Bad{"UNIVERSE U {\n  ELEMENT A { ELEMENT B { PROPERTY a : A; } PROPERTY b : B; }\n}", 2, 40,
            "hold itself"}));

TEST(Columns, CountCharactersAndNotBytes) {
  const CheckReport report = check("UNIVERSE U { /* ääää */ PROPERTY x : Z; }");
  ASSERT_EQ(report.errors.size(), 1U);
  EXPECT_EQ(report.errors[0].column, 38U);
  EXPECT_EQ(report.errors[0].caret.substr(report.errors[0].caret.find('\n') + 1),
            std::string(37, ' ') + "^");
}

TEST(Columns, ALongLineIsShownInPart) {
  const std::string text = "UNIVERSE U { /*" + std::string(5000, 'x') + "*/ PROPERTY x : Z;" +
                           std::string(5000, ' ') + "}";
  const CheckReport report = check(text);
  ASSERT_EQ(report.errors.size(), 1U);
  EXPECT_EQ(report.errors[0].column, 5032U);
  EXPECT_LT(report.errors[0].caret.size(), 300U);
  const std::size_t line = report.errors[0].caret.find('\n');
  EXPECT_EQ(report.errors[0].caret[report.errors[0].caret.size() - line - 2], 'Z');
}

TEST(Errors, SeveralAreFoundInOneReading) {
  const CheckReport report = check(
      "UNIVERSE U {\n PROPERTY x REAL;\n PROPERTY y : REAL;\n CONSTANT c : REAL;\n ELEMENT E {\n"
      "  PROPERTY : REAL;\n }\n}\nENTITY 3 { }\nENTITY e { PROPERTY p : REAL[; }\n");
  std::vector<std::uint32_t> lines;
  for (const Diagnostic& error : report.errors) lines.push_back(error.line);
  EXPECT_EQ(lines, (std::vector<std::uint32_t>{2, 4, 6, 9, 10})) << to_string(report.errors);
}

TEST(Errors, AreAtMostTwenty) {
  std::string text = "UNIVERSE U {\n";
  for (int i = 0; i < 100; ++i) text += "PROPERTY p" + std::to_string(i) + " : Nothing;\n";
  EXPECT_EQ(check(text + "}").errors.size(), 20U);
  std::string worse;
  for (int i = 0; i < 100; ++i) worse += "} ; { ? \" ";
  EXPECT_EQ(check(worse).errors.size(), 20U);
}

TEST(Bounds, AHundredMegabytesAreRefusedUnread) {
  const std::string text(100'000'000, ' ');
  const CheckReport report = check(text);
  ASSERT_EQ(report.errors.size(), 1U);
  EXPECT_THAT(report.errors[0].message, HasSubstr("longer than 1048576 bytes"));
}

TEST(Bounds, NestingEndsAtItsLimit) {
  std::string text = "UNIVERSE U {";
  for (int i = 0; i < 100'000; ++i) text += "ELEMENT E{";
  const CheckReport report = check(text);
  ASSERT_EQ(report.errors.size(), 1U);
  EXPECT_THAT(report.errors[0].message, HasSubstr("nested deeper than 32"));
  // Several small changes cannot exceed the limit either.
  Interpreter interpreter;
  ComponentId at = interpreter.insert("UNIVERSE U { }").id;
  int depth = 1;
  for (; depth < 100; ++depth) {
    const Outcome outcome = interpreter.insert("ELEMENT E { }", at);
    if (!outcome.ok()) break;
    at = outcome.id;
  }
  EXPECT_EQ(depth, 32);
}

TEST(Bounds, ElementsInElementsEndAtTheirLimit) {
  Interpreter interpreter;
  const ComponentId universe = interpreter.insert("UNIVERSE U { ELEMENT E0 { } }").id;
  int depth = 1;
  for (; depth < 100; ++depth) {
    const std::string name = "E" + std::to_string(depth);
    const std::string held = "E" + std::to_string(depth - 1);
    const Outcome outcome = interpreter.insert(
        "ELEMENT " + name + " { PROPERTY a : " + held + "; PROPERTY b : " + held + "; }", universe);
    if (!outcome.ok()) break;
  }
  EXPECT_EQ(depth, 33);
  // Two elements on each of 32 levels, without any state: no function may visit them one by one.
  EXPECT_EQ(interpreter.layout(universe)->size(), 0U);
  (void)estimate(interpreter);
  const Instance instance = interpreter.construct(interpreter.find("U.E32"));
  EXPECT_FALSE(instance.empty());
}

TEST(Bounds, StateAddsUpToItsLimit) {
  const CheckReport report = check(
      "UNIVERSE U {\n ELEMENT A { PROPERTY x : DOUBLE[10000000]; }\n ELEMENT B { PROPERTY a : "
      "A[10000000]; }\n"
      " PROPERTY b : B[10000000];\n}");
  ASSERT_FALSE(report.errors.empty());
  EXPECT_EQ(report.errors[0].line, 3U);
  EXPECT_THAT(report.errors[0].message, HasSubstr("800000000000000 bytes of state"));
}

TEST(Bounds, NamesAndTextsHaveTheirLength) {
  EXPECT_TRUE(check("UNIVERSE " + std::string(255, 'u') + " { }").errors.empty());
  EXPECT_THAT(check("UNIVERSE " + std::string(256, 'u') + " { }").errors.at(0).message,
              HasSubstr("at most 255"));
  const auto constant = [](std::size_t length) {
    return "UNIVERSE U { CONSTANT c : STRING = \"" + std::string(length, 'x') + "\"; }";
  };
  EXPECT_TRUE(check(constant(65'535)).errors.empty());
  EXPECT_THAT(check(constant(65'536)).errors.at(0).message, HasSubstr("at most 65535"));
}

TEST(Bounds, ComponentsAreCounted) {
  Limits limits;
  limits.components = 10;
  std::string text = "UNIVERSE U {";
  for (int i = 0; i < 8; ++i) text += "PROPERTY p" + std::to_string(i) + " : LONG;";
  EXPECT_TRUE(check(text + "}", limits).errors.empty());
  EXPECT_THAT(check(text + "PROPERTY q : LONG; PROPERTY r : LONG; }", limits).errors.at(0).message,
              HasSubstr("more than 10 components"));
}

}  // namespace
}  // namespace orrery::model
