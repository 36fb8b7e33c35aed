// The listening side of kinds `shm`, `uds`, `tcp` and `tls`.
#pragma once

#include <memory>

#include "orrery/transport/transport.hpp"

namespace orrery::transport {

base::Result<std::unique_ptr<Listener>> listen_on_socket(Kind kind, const ListenOptions& options);

}  // namespace orrery::transport
