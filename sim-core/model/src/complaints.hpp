// Collects the errors of one text in the order in which they are found, up to a limit.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "orrery/model/diagnostic.hpp"

namespace orrery::model {

class Complaints {
 public:
  Complaints(std::string_view text, std::uint32_t limit) : text_(text), limit_(limit) {}

  // `place` must be a view of the text.
  void at(std::string_view place, std::string message) {
    at(static_cast<std::size_t>(place.data() - text_.data()), std::move(message));
  }
  void at(std::size_t offset, std::string message) {
    if (full()) return;
    found_.push_back(diagnose(text_, offset, std::move(message)));
  }
  // An error of the text as a whole.
  void about_all(std::string message) {
    if (!full()) found_.push_back({0, 0, std::move(message), ""});
  }
  [[nodiscard]] bool none() const { return found_.empty(); }
  [[nodiscard]] bool full() const { return found_.size() >= limit_; }
  Diagnostics take() { return std::move(found_); }

 private:
  std::string_view text_;
  std::uint32_t limit_;
  Diagnostics found_;
};

}  // namespace orrery::model
