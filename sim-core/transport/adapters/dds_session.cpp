#include "dds_session.hpp"

#include <array>
#include <cmath>
#include <cstddef>

#include "datagram/wire.hpp"

namespace orrery::transport {
namespace {

template <class... Codes>
constexpr std::uint32_t op(Codes... codes) {
  return (static_cast<std::uint32_t>(codes) | ...);
}
constexpr std::array<std::uint32_t, 5> packet_ops{
    op(DDS_OP_ADR, DDS_OP_TYPE_4BY), offsetof(Packet, sender),
    op(DDS_OP_ADR, DDS_OP_TYPE_SEQ, DDS_OP_SUBTYPE_1BY), offsetof(Packet, bytes), op(DDS_OP_RTS)};
constexpr dds_topic_descriptor_t packet_type{.m_size = sizeof(Packet),
                                             .m_align = alignof(Packet),
                                             .m_flagset = 0,
                                             .m_nkeys = 0,
                                             .m_typename = "orrery::Packet",
                                             .m_keys = nullptr,
                                             .m_nops = 3,
                                             .m_ops = packet_ops.data(),
                                             .m_meta = "",
                                             .type_information = {},
                                             .type_mapping = {},
                                             .restrict_data_representation = 0};

base::Error failure(const std::string& doing, dds_return_t code) {
  return {base::ErrorCode::io, "dds, " + doing + ": " + dds_strretcode(code)};
}

// A domain's ports are the 250 from 7400 + 250 times its number on; one whose port somebody has cannot be joined. So many
// lie below the ports of multicast groups, and below those that the kernel gives out freely.
constexpr std::uint32_t domains = 50;
static_assert(7400 + 250 * domains <= first_group_port);

}  // namespace

base::Status DdsSession::start() {
  const auto number = static_cast<std::uint32_t>(run_key(options_.run_token, "dds domain"));
  // The run's domain on the wire; within the process each port has one of its own, since parties of a process are to meet
  // on the network as others do.
  const std::string config =
      "<CycloneDDS><Domain Id=\"any\"><General><Interfaces><NetworkInterface address=\"" +
      options_.bind_address +
      "\" multicast=\"true\"/></Interfaces><AllowMulticast>true</AllowMulticast>"
      "<EnableMulticastLoopback>true</EnableMulticastLoopback>"
      "<MaxMessageSize>14720B</MaxMessageSize></General>"
      "<Discovery><ExternalDomainId>" +
      std::to_string(number % domains) +
      "</ExternalDomainId><ParticipantIndex>auto</ParticipantIndex>"
      "<MaxAutoParticipantIndex>100</MaxAutoParticipantIndex><SPDPInterval>100ms</SPDPInterval>"
      "<LeaseDuration>" +
      std::to_string(options_.eviction_ns / 1'000'000) +
      "ms</LeaseDuration></Discovery>"
      // Receivers acknowledge when they are asked; a window is asked about at once, not ten times a second.
      "<Internal><HeartbeatInterval min=\"1ms\" minsched=\"1ms\" max=\"100ms\">1ms"
      "</HeartbeatInterval><AckDelay>0ms</AckDelay>"
      // The window bounds what is kept; Cyclone is to refuse nothing below it. By a mark that it moves itself it refuses
      // everything from the death of a reader that had asked for repairs to the end of its lease.
      "<Watermarks><WhcHighInit>128MB</WhcHighInit><WhcHigh>128MB</WhcHigh><WhcAdaptive>false"
      "</WhcAdaptive></Watermarks><Test><XmitLossiness>" +
      std::to_string(std::lround(options_.loss * 1000)) +
      "</XmitLossiness></Test></Internal></Domain></CycloneDDS>";
  dds_domainid_t id = number % 100'000;
  do {
    domain_ = dds_create_domain(++id, config.c_str());
  } while (domain_ == DDS_RETCODE_PRECONDITION_NOT_MET);
  if (domain_ < 0) return failure("joining from " + options_.bind_address, domain_);
  participant_ = dds_create_participant(id, nullptr, nullptr);
  if (participant_ < 0) return failure("making a participant", participant_);
  return {};
}

// The partition follows from the run's token: runs whose numbers meet do not.
dds_qos_t* DdsSession::qos(bool reliable) const {
  dds_qos_t* made = dds_create_qos();
  if (reliable) {
    dds_qset_reliability(made, DDS_RELIABILITY_RELIABLE, 0);
    dds_qset_history(made, DDS_HISTORY_KEEP_ALL, 0);
  } else {
    dds_qset_reliability(made, DDS_RELIABILITY_BEST_EFFORT, 0);
    dds_qset_history(made, DDS_HISTORY_KEEP_LAST,
                     static_cast<std::int32_t>(options_.window_packets));
  }
  dds_qset_partition1(made, run_name(options_.run_token, "dds partition").c_str());
  dds_qset_ignorelocal(made, DDS_IGNORELOCAL_PARTICIPANT);
  dds_qset_userdata(made, &options_.self, sizeof options_.self);
  return made;
}

base::Result<dds_entity_t> DdsSession::topic(StreamId stream) {
  if (const auto found = topics_.find(stream); found != topics_.end()) return found->second;
  const std::string name = "orrery_" + std::to_string(stream);
  const dds_entity_t made =
      dds_create_topic(participant_, &packet_type, name.c_str(), nullptr, nullptr);
  if (made < 0) return failure("making topic " + name, made);
  topics_.emplace(stream, made);
  return made;
}

base::Result<dds_entity_t> DdsSession::make_writer(StreamId stream, bool reliable) {
  auto about = topic(stream);
  if (!about) return about.error();
  dds_qos_t* wanted = qos(reliable);
  dds_listener_t* listener = dds_create_listener(this);
  dds_lset_publication_matched(listener, &DdsSession::on_reader);
  const dds_entity_t made = dds_create_writer(participant_, *about, wanted, listener);
  dds_delete_listener(listener);
  dds_delete_qos(wanted);
  if (made < 0) return failure("opening stream " + std::to_string(stream), made);
  return made;
}

base::Result<dds_entity_t> DdsSession::make_reader(StreamId stream, bool reliable) {
  auto about = topic(stream);
  if (!about) return about.error();
  dds_qos_t* wanted = qos(reliable);
  dds_listener_t* listener = dds_create_listener(this);
  dds_lset_data_available(listener, &DdsSession::on_data);
  dds_lset_subscription_matched(listener, &DdsSession::on_writer);
  const dds_entity_t made = dds_create_reader(participant_, *about, wanted, listener);
  dds_delete_listener(listener);
  dds_delete_qos(wanted);
  if (made < 0) return failure("joining stream " + std::to_string(stream), made);
  return made;
}

dds_return_t DdsSession::write(dds_entity_t writer, std::span<std::byte> bytes) const {
  const auto size = static_cast<std::uint32_t>(bytes.size());
  const Packet packet{options_.self,
                      {size, size, reinterpret_cast<std::uint8_t*>(bytes.data()), false}};
  dds_return_t wrote = DDS_RETCODE_TIMEOUT;
  // The window is far below what Cyclone keeps; it refuses only while it is busy with repairs.
  do {
    wrote = dds_write(writer, &packet);
  } while (wrote == DDS_RETCODE_TIMEOUT);
  return wrote;
}

// Called by Cyclone's threads.
void DdsSession::on_data(dds_entity_t /*reader*/, void* self) {
  auto& session = *static_cast<DdsSession*>(self);
  session.news = true;
  session.bell_->ring();
}
void DdsSession::on_reader(dds_entity_t /*writer*/, dds_publication_matched_status_t /*status*/,
                           void* self) {
  static_cast<DdsSession*>(self)->look_again();
}
void DdsSession::on_writer(dds_entity_t /*reader*/, dds_subscription_matched_status_t /*status*/,
                           void* self) {
  static_cast<DdsSession*>(self)->look_again();
}
void DdsSession::look_again() {
  matched = true;
  bell_->ring();
}

void DdsSession::end() {
  if (domain_ > 0) dds_delete(std::exchange(domain_, 0));
}

}  // namespace orrery::transport
