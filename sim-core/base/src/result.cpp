#include "orrery/base/result.hpp"

#include <system_error>

namespace orrery::base {

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
      return "invalid_argument";
    case ErrorCode::not_found:
      return "not_found";
    case ErrorCode::already_exists:
      return "already_exists";
    case ErrorCode::refused:
      return "refused";
    case ErrorCode::timed_out:
      return "timed_out";
    case ErrorCode::cancelled:
      return "cancelled";
    case ErrorCode::closed:
      return "closed";
    case ErrorCode::peer_lost:
      return "peer_lost";
    case ErrorCode::too_big:
      return "too_big";
    case ErrorCode::no_permission:
      return "no_permission";
    case ErrorCode::unsupported:
      return "unsupported";
    case ErrorCode::exhausted:
      return "exhausted";
    case ErrorCode::io:
      return "io";
    case ErrorCode::internal:
      return "internal";
  }
  return "internal";
}

Error Error::within(std::string_view context) const {
  return {code, std::string(context) + ": " + message};
}

Error error_from_errno(std::string_view doing, int errno_value) {
  ErrorCode code = ErrorCode::io;
  switch (errno_value) {
    case EINVAL:
      code = ErrorCode::invalid_argument;
      break;
    case ENOENT:
      code = ErrorCode::not_found;
      break;
    case EEXIST:
    case EADDRINUSE:
      code = ErrorCode::already_exists;
      break;
    case ECONNREFUSED:
      code = ErrorCode::refused;
      break;
    case ETIMEDOUT:
      code = ErrorCode::timed_out;
      break;
    case EPERM:
    case EACCES:
      code = ErrorCode::no_permission;
      break;
    case ENOSYS:
    case EOPNOTSUPP:
      code = ErrorCode::unsupported;
      break;
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case ENOSPC:
      code = ErrorCode::exhausted;
      break;
    case EPIPE:
    case ECONNRESET:
    case EHOSTUNREACH:
      code = ErrorCode::peer_lost;
      break;
    default:
      break;
  }
  return {code, std::string(doing) + ": " + std::generic_category().message(errno_value)};
}

}  // namespace orrery::base
