// Helpers of the tests of the modelling language.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "orrery/model/interpreter.hpp"

namespace orrery::model {

inline constexpr std::array<const char*, 4> example_names = {"triangle", "town", "flock",
                                                             "air-traffic"};

// The text of a model that ships with the product.
inline std::string example(const std::string& name) {
  std::ifstream file(std::string(ORRERY_MODELS) + "/" + name + ".orm", std::ios::binary);
  EXPECT_TRUE(file.good()) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

inline testing::AssertionResult good(const Outcome& outcome) {
  if (outcome.ok()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << to_string(outcome.errors);
}

// Owns an instance of a layout.
class State {
 public:
  explicit State(std::shared_ptr<const Layout> layout)
      : layout_(std::move(layout)), bytes_(new std::byte[layout_->size() + 1]) {
    layout_->construct(bytes_.get());
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { layout_->destruct(bytes_.get()); }

  [[nodiscard]] std::byte* get() const { return bytes_.get(); }
  [[nodiscard]] const Layout& layout() const { return *layout_; }
  [[nodiscard]] std::vector<std::byte> packed(ByteOrder order = native_order) const {
    std::vector<std::byte> out(layout_->packed_size(bytes_.get()));
    EXPECT_EQ(layout_->pack(bytes_.get(), out, order), out.size());
    return out;
  }

 private:
  std::shared_ptr<const Layout> layout_;
  std::unique_ptr<std::byte[]> bytes_;
};

}  // namespace orrery::model
