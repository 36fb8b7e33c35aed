#include "orrery/transport/dds.hpp"

#include <algorithm>
#include <cctype>

#include "parties.hpp"

namespace orrery::transport {

#if ORRERY_WITH_DDS
std::unique_ptr<Port> new_dds_port(const DdsOptions& options, std::shared_ptr<base::Doorbell> bell);

bool has_dds() { return true; }
#else
bool has_dds() { return false; }
#endif

std::string dds_endpoint(std::span<const PartyId> parties) { return endpoint_of("dds", parties); }

base::Result<std::unique_ptr<Port>> make_dds_port(
    const DdsOptions& options, [[maybe_unused]] std::shared_ptr<base::Doorbell> bell) {
  const auto invalid = [](const std::string& what) {
    return base::Error{base::ErrorCode::invalid_argument, what};
  };
  if (auto usable =
          check_options(options.run_token, options.window_packets, options.max_message_bytes);
      !usable) {
    return usable.error();
  }
  const auto usual = [](char each) {
    return std::isalnum(static_cast<unsigned char>(each)) != 0 || each == '.' || each == ':';
  };
  if (options.bind_address.empty() || !std::ranges::all_of(options.bind_address, usual)) {
    return invalid("bind_address is '" + options.bind_address + "': use an address of this host");
  }
  if (!(options.loss >= 0 && options.loss < 1)) {
    return invalid("loss is " + std::to_string(options.loss) + ": use 0 or more, below 1");
  }
#if ORRERY_WITH_DDS
  return new_dds_port(options, std::move(bell));
#else
  return base::Error{
      base::ErrorCode::unsupported,
      "dds is not built in: install the package cyclonedds-dev and configure the core again"};
#endif
}

}  // namespace orrery::transport
