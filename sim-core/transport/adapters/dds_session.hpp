// Cyclone DDS as a port sees it: one participant of a run, with writers and readers for streams. What Cyclone's threads
// notice sets a flag and rings the owner's doorbell.
#pragma once

#include <dds/dds.h>

#include <atomic>
#include <map>
#include <memory>
#include <string>

#include "orrery/transport/dds.hpp"

namespace orrery::transport {

// A sample: struct Packet { unsigned long sender; sequence<octet> bytes; }, as Cyclone's IDL compiler describes it.
struct Octets {
  std::uint32_t maximum;
  std::uint32_t length;
  std::uint8_t* buffer;
  bool release;
};
struct Packet {
  std::uint32_t sender;
  Octets bytes;
};

class DdsSession {
 public:
  DdsSession(const DdsOptions& options, std::shared_ptr<base::Doorbell> bell)
      : options_(options), bell_(std::move(bell)) {}
  DdsSession(const DdsSession&) = delete;
  DdsSession& operator=(const DdsSession&) = delete;
  ~DdsSession() { end(); }

  base::Status start();
  // Each is the caller's to end with dds_delete(), or ends with the session.
  base::Result<dds_entity_t> make_writer(StreamId stream, bool reliable);
  base::Result<dds_entity_t> make_reader(StreamId stream, bool reliable);
  dds_return_t write(dds_entity_t writer, std::span<std::byte> bytes) const;
  void end();

  std::atomic<bool> news{false};     // something has come
  std::atomic<bool> matched{false};  // readers or writers have come or gone

 private:
  base::Result<dds_entity_t> topic(StreamId stream);
  [[nodiscard]] dds_qos_t* qos(bool reliable) const;
  static void on_data(dds_entity_t reader, void* self);
  static void on_reader(dds_entity_t writer, dds_publication_matched_status_t status, void* self);
  static void on_writer(dds_entity_t reader, dds_subscription_matched_status_t status, void* self);
  void look_again();

  const DdsOptions options_;
  std::shared_ptr<base::Doorbell> bell_;
  dds_entity_t domain_ = 0;
  dds_entity_t participant_ = 0;
  std::map<StreamId, dds_entity_t> topics_;
};

}  // namespace orrery::transport
