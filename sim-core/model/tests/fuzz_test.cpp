// Properties that hold for any text and any sequence of changes, tried with random ones from fixed seeds. Under the address
// sanitizer, these are the tests for memory errors and leaks.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "orrery/model/check.hpp"
#include "orrery/model/compression.hpp"
#include "orrery/model/interpreter.hpp"
#include "orrery/model/tokens.hpp"

#include "models.hpp"
#include "random_models.hpp"
#include "utf8.hpp"

namespace orrery::model {
namespace {

// Any text makes a model, whose printed form gives the same model again, or has errors with places in the text.
void try_text(const std::string& text) {
  Interpreter interpreter;
  const Outcome outcome = interpreter.insert(text);
  if (!outcome.ok()) {
    EXPECT_EQ(interpreter.components(), 0U) << text;
    EXPECT_EQ(interpreter.text(), "");
    const auto lines = 1 + static_cast<std::uint32_t>(std::ranges::count(text, '\n'));
    for (const Diagnostic& error : outcome.errors) {
      EXPECT_LE(error.line, lines) << text;
      EXPECT_LE(error.column, text.size() + 1) << text;
      EXPECT_FALSE(error.message.empty());
      EXPECT_FALSE(first_invalid(error.message).has_value()) << text;
      EXPECT_FALSE(first_invalid(error.caret).has_value()) << text;
    }
    return;
  }
  const std::string printed = interpreter.text();
  Interpreter again;
  EXPECT_TRUE(good(again.insert(printed))) << text << "\n--\n" << printed;
  EXPECT_EQ(again.text(), printed);
  const auto tokenised = tokenise(text);
  ASSERT_TRUE(tokenised.ok());
  Interpreter by_tokens;
  EXPECT_TRUE(good(by_tokens.insert(*tokenised)));
  EXPECT_EQ(by_tokens.text(), printed);
}

TEST(Fuzz, AnyBytes) {
  RandomModels models(1);
  for (int i = 0; i < 3000; ++i) try_text(models.bytes());
}

TEST(Fuzz, AnyTokens) {
  RandomModels models(2);
  for (int i = 0; i < 5000; ++i) try_text(models.soup());
}

TEST(Fuzz, AlmostModels) {
  RandomModels models(3);
  for (int i = 0; i < 4000; ++i) {
    std::string text;
    for (std::uint64_t tops = models.below(4); tops > 0; --tops) text += models.top();
    try_text(models.chance(0.3) ? models.mutate(text) : text);
  }
}

TEST(Fuzz, DamagedExamples) {
  RandomModels models(4);
  for (const char* name : example_names) {
    const std::string text = example(name);
    const std::string tokenised = *tokenise(text);
    for (int i = 0; i < 400; ++i) {
      try_text(models.mutate(text));
      Interpreter interpreter;
      (void)interpreter.insert(models.mutate(tokenised));
    }
  }
}

TEST(Fuzz, UnpackingAnything) {
  RandomModels models(5);
  for (const char* name : example_names) {
    Interpreter interpreter;
    ASSERT_TRUE(good(interpreter.insert(example(name))));
    for (const ComponentId id : interpreter.children(root)) {
      const auto layout = interpreter.layout(id);
      const State state(layout);
      const auto packed = state.packed();
      for (int i = 0; i < 200; ++i) {
        std::string bytes(reinterpret_cast<const char*>(packed.data()), packed.size());
        bytes = models.chance(0.8) ? models.mutate(bytes) : models.bytes();
        const auto order = models.chance(0.5) ? ByteOrder::little : ByteOrder::big;
        const auto before = state.packed(order);
        const bool taken = layout->unpack(std::as_bytes(std::span(bytes)), state.get(), order).ok();
        const auto after = state.packed(order);
        if (taken) {
          EXPECT_EQ(std::string(reinterpret_cast<const char*>(after.data()), after.size()), bytes);
        } else {
          EXPECT_EQ(after, before);
        }
      }
    }
  }
}

// A model under random changes, with instances that live through them.
class Changes {
 public:
  explicit Changes(std::uint64_t seed) : models_(seed) {
    // With the names of RandomModels, so that changes meet these components.
    EXPECT_TRUE(good(interpreter_.insert(R"(
      UNIVERSE Alpha {
        CONSTANT a : INTEGER = 1;
        ELEMENT c { PROPERTY a : REAL; PROPERTY b : INTEGER[2]; PROPERTY x1 : BOOLEAN; }
        PROPERTY Beta : c[2];
        PROPERTY x1 : REAL;
      }
      ENTITY b IN Alpha {
        PROPERTY c : LONG;
        PROPERTY longer_name : BOOLEAN;
        CONSTRAINT _ = c > x1 OR NOT longer_name AND Beta[a].b[a] <> 2 OR Beta[0].x1;
      })")));
    interpreter_.on_notice([this](const Notice& notice) {
      if (notice.what == Notice::What::removed) {
        EXPECT_EQ(dependencies_.erase(notice.token), 1U);
      } else {
        EXPECT_TRUE(interpreter_.alive(notice.component));
        EXPECT_EQ(dependencies_.count(notice.token), 1U);
      }
    });
  }

  void step() {
    const std::string before = interpreter_.text();
    const ComponentId id = any();
    const Outcome outcome = change(id);
    ++(outcome.ok() ? made_ : refused_);
    if (!outcome.ok()) {
      ASSERT_EQ(interpreter_.text(), before) << to_string(outcome.errors);
    }
    if (models_.chance(0.3)) instances_.push_back(interpreter_.construct(any()));
    if (instances_.size() > 20)
      instances_.erase(instances_.begin() + static_cast<std::ptrdiff_t>(models_.below(20)));
    if (models_.chance(0.1)) {
      const std::uint32_t token = next_token_++;
      dependencies_[token] = *interpreter_.depend(any(), token);
    }
    if (models_.chance(0.05) && !dependencies_.empty()) {
      EXPECT_TRUE(interpreter_.forget(dependencies_.begin()->second));
      dependencies_.erase(dependencies_.begin());
    }
    check_instances();
  }

  [[nodiscard]] int made() const { return made_; }
  [[nodiscard]] int refused() const { return refused_; }
  // Constraints that check_against_fresh() compared.
  [[nodiscard]] int conditions() const { return conditions_; }

  // The model after all changes equals a model that is read from its text at once.
  void check_against_fresh() {
    Interpreter fresh;
    const std::string text = interpreter_.text();
    ASSERT_TRUE(good(fresh.insert(text))) << text;
    ASSERT_EQ(fresh.text(), text);
    ASSERT_EQ(fresh.components(), interpreter_.components());
    compare(fresh, root);
    EXPECT_EQ(fresh.memory().components, interpreter_.memory().components);
    EXPECT_EQ(fresh.memory().values, interpreter_.memory().values);
    EXPECT_EQ(fresh.memory().dependencies + 16 * dependencies_.size(),
              interpreter_.memory().dependencies);
  }

 private:
  ComponentId any() {
    ComponentId id = root;
    while (models_.chance(0.75)) {
      const auto children = interpreter_.children(id);
      if (children.empty()) break;
      id = children[models_.below(children.size())];
    }
    return id;
  }
  std::string renamed(std::string text, ComponentId id) {
    const std::size_t from = text.find(' ') + 1;
    const std::size_t to = text.find_first_of(" :{;(", from);
    return text.replace(from, to - from, interpreter_.info(id).name);
  }
  std::string definition_for(Kind container) {
    if (container == Kind::model) return models_.top();
    if (container != Kind::entity) return models_.member(2);
    return models_.chance(0.5) ? models_.property() : models_.constraint();
  }
  Outcome change(ComponentId id) {
    const Kind kind = interpreter_.info(id).kind;
    if (id != root && models_.chance(0.2)) return interpreter_.remove(id);
    if (id != root && models_.chance(0.3)) {
      return interpreter_.replace(
          id, renamed(definition_for(interpreter_.info(interpreter_.info(id).parent).kind), id));
    }
    std::string text;
    for (std::uint64_t count = 1 + models_.below(3); count > 0; --count)
      text += definition_for(kind) + "\n";
    if (models_.chance(0.05)) text = models_.mutate(text);
    return models_.chance(0.3) ? interpreter_.interpret(text, id) : interpreter_.insert(text, id);
  }
  void check_instances() {
    for (const Instance& instance : instances_) {
      if (instance.empty()) continue;
      std::vector<std::byte> packed(instance.layout().packed_size(instance.state()));
      if (packed.empty()) continue;
      ASSERT_EQ(instance.layout().pack(instance.state(), packed), packed.size());
      ASSERT_TRUE(instance.layout().unpack(packed, instance.state()).ok());
    }
  }
  void compare(Interpreter& fresh, ComponentId id) {
    for (const ComponentId child : interpreter_.children(id)) {
      const std::string path = interpreter_.path(child);
      const auto layout = interpreter_.layout(child);
      const auto other = fresh.layout(fresh.find(path));
      ASSERT_EQ(layout == nullptr, other == nullptr) << path;
      if (layout != nullptr) {
        EXPECT_EQ(layout->size(), other->size()) << path;
      }
      const auto condition = interpreter_.condition(child);
      const auto again = fresh.condition(fresh.find(path));
      ASSERT_EQ(condition.has_value(), again.has_value()) << path;
      if (condition) {
        EXPECT_EQ(condition->text(), again->text()) << path;
        ++conditions_;
      }
      compare(fresh, child);
    }
  }

  RandomModels models_;
  std::map<std::uint32_t, DependencyId> dependencies_;
  std::uint32_t next_token_ = 0;
  int made_ = 0;
  int refused_ = 0;
  int conditions_ = 0;
  Interpreter interpreter_;
  std::vector<Instance> instances_;
};

TEST(Fuzz, AnyChangesToALivingModel) {
  int made = 0;
  int refused = 0;
  int conditions = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Changes changes(seed);
    for (int i = 0; i < 150; ++i) {
      changes.step();
      if (i % 10 == 9) changes.check_against_fresh();
      if (testing::Test::HasFatalFailure()) return;
    }
    if (testing::Test::HasFailure()) return;
    made += changes.made();
    refused += changes.refused();
    conditions += changes.conditions();
  }
  // The test must try both often, or it says little.
  EXPECT_GT(made, 1000);
  EXPECT_GT(refused, 1000);
  EXPECT_GT(conditions, 100);
}

}  // namespace
}  // namespace orrery::model
