#include "orrery/transport/port.hpp"

#include <cstring>

namespace orrery::transport {

Io Port::send(StreamId stream, std::span<const std::byte> message) {
  const Reserved reserved = reserve(stream, message.size());
  if (reserved.io != Io::ok) return reserved.io;
  if (!message.empty()) std::memcpy(reserved.bytes.data(), message.data(), message.size());
  commit(message.size());
  return Io::ok;
}

Io Port::send_now(StreamId stream, std::span<const std::byte> message) {
  const Io io = send(stream, message);
  if (io != Io::ok) return io;
  const Io flushed = flush();
  return flushed == Io::full ? Io::ok : flushed;
}

const Port* find_layer(const Port& top, std::string_view layer) {
  for (const Port* port = &top; port != nullptr; port = port->below()) {
    if (port->layer() == layer) return port;
  }
  return nullptr;
}

}  // namespace orrery::transport
