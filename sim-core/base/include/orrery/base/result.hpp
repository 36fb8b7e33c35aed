// Expected failure as a value.
//
// A function that can fail for a reason its caller must handle returns Result<T> or Status;
// exceptions are for plans being read and for programming errors. Handle an error once: act on it,
// or pass it on with context, never both. Reading value() of a failed result is a programming error
// and ends the process.
#pragma once

#include <cassert>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace orrery::base {

enum class ErrorCode {
  invalid_argument,
  not_found,
  already_exists,
  refused,
  timed_out,
  cancelled,
  closed,
  peer_lost,
  too_big,
  no_permission,
  unsupported,
  exhausted,
  io,
  internal,
};

std::string_view to_string(ErrorCode code);

struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string message;  // names field, value and remedy where a user may see it

  // The same failure, said by a caller that knows more: "connecting to peer 2: connection refused".
  [[nodiscard]] Error within(std::string_view context) const;
};

// From errno: "opening /dev/shm/x: No such file or directory".
Error error_from_errno(std::string_view doing, int errno_value);

// A value, or an error of a module's own type.
template <class T, class E>
class [[nodiscard]] Expected {
 public:
  using Value = T;

  Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Expected(E error) : state_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return *checked(); }
  const T& value() const& { return *const_cast<Expected*>(this)->checked(); }
  T&& value() && { return std::move(*checked()); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return checked(); }
  const T* operator->() const { return const_cast<Expected*>(this)->checked(); }

  [[nodiscard]] const E& error() const {
    const E* error = std::get_if<1>(&state_);
    if (error == nullptr) std::abort();
    return *error;
  }

 private:
  T* checked() {
    T* value = std::get_if<0>(&state_);
    if (value == nullptr) std::abort();
    return value;
  }

  std::variant<T, E> state_;
};

// Success, or an error.
template <class E>
class [[nodiscard]] Expected<void, E> {
 public:
  using Value = void;

  Expected() = default;
  Expected(E error) : error_(std::move(error)) {}

  [[nodiscard]] bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  [[nodiscard]] const E& error() const {
    if (!error_) std::abort();
    return *error_;
  }

 private:
  std::optional<E> error_;
};

template <class T>
using Result = Expected<T, Error>;
using Status = Result<void>;

}  // namespace orrery::base
