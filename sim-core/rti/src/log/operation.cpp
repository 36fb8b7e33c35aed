#include "log/operation.hpp"

#include "wire/wire.hpp"

namespace orrery::rti {

std::vector<std::byte> encode(std::span<const AttributeRegion> pairs) {
  std::vector<std::byte> bytes;
  Writer out(bytes);
  for (const AttributeRegion& each : pairs) {
    out.put(each.attribute);
    out.put(each.region);
  }
  return bytes;
}

std::optional<std::vector<AttributeRegion>> decode_pairs(Bytes bytes) {
  Reader in(bytes);
  std::vector<AttributeRegion> pairs;
  while (in.ok() && in.left() > 0) {
    const auto attribute = in.get<std::uint16_t>();
    pairs.push_back({attribute, in.get<std::uint64_t>()});
  }
  if (!in.ok()) return {};
  return pairs;
}

void encode(const Operation& operation, std::vector<std::byte>& out) {
  Writer writer(out);
  writer.put(operation.kind);
  writer.put(operation.flag);
  writer.put(operation.class_handle);
  writer.put(operation.federation);
  writer.put(operation.federate);
  writer.put(operation.object);
  writer.put(operation.number);
  writer.put(operation.text);
  writer.put(Bytes(operation.tag));
  writer.put(std::as_bytes(std::span(operation.items)));
  writer.put(static_cast<std::uint32_t>(operation.texts.size()));
  for (const std::string& text : operation.texts) writer.put(text);
}

std::optional<Operation> decode(Bytes bytes) {
  Reader in(bytes);
  Operation operation;
  operation.kind = in.get<OperationKind>();
  operation.flag = in.get<std::uint8_t>();
  operation.class_handle = in.get<std::uint16_t>();
  operation.federation = in.get<std::uint32_t>();
  operation.federate = in.get<std::uint32_t>();
  operation.object = in.get<std::uint64_t>();
  operation.number = in.get<std::int64_t>();
  operation.text = in.text();
  const Bytes tag = in.bytes();
  operation.tag.assign(tag.begin(), tag.end());
  const Bytes items = in.bytes();
  if (items.size() % sizeof(std::uint32_t) != 0) return {};
  operation.items.resize(items.size() / sizeof(std::uint32_t));
  if (!items.empty()) std::memcpy(operation.items.data(), items.data(), items.size());
  const auto texts = in.get<std::uint32_t>();
  if (texts > in.left()) return {};
  for (std::uint32_t i = 0; i < texts && in.ok(); ++i) operation.texts.push_back(in.text());
  if (!in.complete() || operation.kind < OperationKind::create || operation.kind > last_operation) {
    return {};
  }
  return operation;
}

}  // namespace orrery::rti
