#include "orrery/transport/norm.hpp"

#include <arpa/inet.h>

#include "parties.hpp"

namespace orrery::transport {

#if ORRERY_WITH_NORM
std::unique_ptr<Port> new_norm_port(const NormOptions& options,
                                    std::shared_ptr<base::Doorbell> bell);

bool has_norm() { return true; }
#else
bool has_norm() { return false; }
#endif

std::string norm_endpoint(std::span<const PartyId> parties) { return endpoint_of("norm", parties); }

base::Result<std::unique_ptr<Port>> make_norm_port(
    const NormOptions& options, [[maybe_unused]] std::shared_ptr<base::Doorbell> bell) {
  const auto invalid = [](const std::string& what) {
    return base::Error{base::ErrorCode::invalid_argument, what};
  };
  if (auto usable =
          check_options(options.run_token, options.window_packets, options.max_message_bytes);
      !usable) {
    return usable.error();
  }
  in_addr address{};
  if (::inet_pton(AF_INET, options.bind_address.c_str(), &address) != 1) {
    return invalid("bind_address is '" + options.bind_address +
                   "': use an IPv4 address of this host");
  }
  if (!(options.loss >= 0 && options.loss < 1)) {
    return invalid("loss is " + std::to_string(options.loss) + ": use 0 or more, below 1");
  }
#if ORRERY_WITH_NORM
  return new_norm_port(options, std::move(bell));
#else
  return base::Error{
      base::ErrorCode::unsupported,
      "norm is not built in: install the package libnorm-dev and configure the core again"};
#endif
}

}  // namespace orrery::transport
