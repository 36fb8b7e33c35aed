// What federates declare and send each other: values, messages, and what the adapter says itself.
#include <utility>

#include "federate.hpp"

namespace orrery::peers::helics {

namespace {

constexpr int raw_data = 25;  // of HELICS' interface
// Messages of a batch, its updates, and evoking without waiting, until a time request is due.
constexpr int most_messages = 256;
constexpr std::size_t most_updates = 4096;
constexpr unsigned most_evoked = 1024;

rti::Error no_room() {
  return {rti::ErrorCode::Congested, "HELICS delivers when time is granted: evoke callbacks"};
}

void put_value(Writer& writer, std::uint32_t handle, rti::Bytes value) {
  writer.put(ValueHead{handle, static_cast<std::uint32_t>(value.size())});
  writer.put(value);
}

}  // namespace

rti::Status Federate::publish_object_class_attributes(rti::ObjectClassHandle,
                                                      std::span<const rti::AttributeHandle>) {
  return must_declare();
}

// HELICS knows no classes: a publication that carries nothing tells others to link with our messages.
rti::Status Federate::publish_interaction_class(rti::InteractionClassHandle of) {
  if (auto may = must_declare(); !may) return may;
  if (!published_interactions_.insert(of.value).second) return {};
  Call call("publishing an interaction class");
  (void)api_.FederateRegisterGlobalPublication(federate_, name_of("i", of.value, number_).c_str(),
                                               raw_data, "", call);
  return call.status();
}

rti::Status Federate::subscribe_object_class_attributes(rti::ObjectClassHandle of,
                                                        std::span<const rti::AttributeHandle>,
                                                        bool) {
  if (auto may = must_declare(); !may) return may;
  wanted_objects_.insert(of.value);
  return {};
}

rti::Status Federate::subscribe_interaction_class(rti::InteractionClassHandle of, bool) {
  if (auto may = must_declare(); !may) return may;
  wanted_interactions_.insert(of.value);
  return {};
}

rti::Result<rti::ObjectInstanceHandle> Federate::register_object_instance(rti::ObjectClassHandle of,
                                                                          const std::string&) {
  if (auto may = must_declare(); !may) return may.error();
  const std::string name = name_of("o", of.value, number_) + "/" + std::to_string(objects_.size());
  Call call("registering an object");
  objects_.push_back(
      {api_.FederateRegisterGlobalPublication(federate_, name.c_str(), raw_data, "", call)});
  if (auto made = call.status(); !made) return made.error();
  return rti::ObjectInstanceHandle{(static_cast<std::uint64_t>(number_) << 32U) + objects_.size()};
}

rti::Status Federate::update_attribute_values(rti::ObjectInstanceHandle object,
                                              std::span<const rti::AttributeValue> values,
                                              rti::Bytes) {
  if (auto executing = must_execute(); !executing) return executing;
  const std::size_t at = (object.value & 0xffffffffU) - 1;
  if (object.value >> 32U != static_cast<std::uint64_t>(number_) || at >= objects_.size()) {
    return rti::Error{rti::ErrorCode::ObjectInstanceNotKnown, "it is not one of this federate's"};
  }
  Published& published = objects_[at];
  if (granted_ < published.next_at || batch_messages_ > 0 || batch_updates_ == most_updates) {
    full_ = true;
    ++counters_.congested;
    return no_room();
  }
  Writer writer(writing_);
  for (const auto& value : values) put_value(writer, value.attribute.value, value.value);
  Call call("updating an object");
  api_.PublicationPublishBytes(published.publication, writing_.data(),
                               static_cast<int>(writing_.size()), call);
  published.next_at = granted_ + apart - least_step / 2;
  ++batch_updates_;
  ++counters_.data_sent;
  return call.status();
}

rti::Status Federate::send_interaction(rti::InteractionClassHandle of,
                                       std::span<const rti::ParameterValue> values,
                                       rti::Bytes tag) {
  if (auto executing = must_execute(); !executing) return executing;
  if (!published_interactions_.contains(of.value)) {
    return rti::Error{rti::ErrorCode::InteractionClassNotPublished, "publish it first"};
  }
  if (batch_updates_ > 0 || !own_messages_.empty() || batch_messages_ == most_messages) {
    full_ = true;
    ++counters_.congested;
    return no_room();
  }
  Writer writer(writing_);
  writer.put(Head{What::interaction, 0, of.value, static_cast<std::uint32_t>(tag.size())});
  writer.put(tag);
  for (const auto& value : values) put_value(writer, value.parameter.value, value.value);
  ++counters_.data_sent;
  return send(writing_);
}

rti::Status Federate::send(rti::Bytes message) {
  Call call("sending a message");
  api_.EndpointSendBytes(out_, message.data(), static_cast<int>(message.size()), call);
  ++batch_messages_;
  return call.status();
}

// What the adapter says has its turn after what is in the batch.
void Federate::say(What what, const std::string& text) {
  std::vector<std::byte> message;
  Writer writer(message);
  writer.put(Head{what, 0, 0, 0});
  writer.put(std::as_bytes(std::span(text)));
  own_messages_.push_back(std::move(message));
  flush_own();
}

void Federate::flush_own() {
  while (batch_updates_ == 0 && !own_messages_.empty()) {
    if (auto sent = send(own_messages_.front()); !sent) lost(sent);
    own_messages_.pop_front();
  }
}

rti::Status Federate::register_federation_synchronization_point(
    const std::string& label, rti::Bytes, std::span<const rti::FederateHandle>) {
  if (auto executing = must_execute(); !executing) return executing;
  if (number_ != 0) {
    return rti::Error{rti::ErrorCode::RTIinternalError,
                      "over HELICS federate 0 registers points: it coordinates"};
  }
  say(What::announced, label);
  later([this, label] { ambassador_.announce_synchronization_point(label, {}); });
  return {};
}

rti::Status Federate::synchronization_point_achieved(const std::string& label, bool) {
  if (auto executing = must_execute(); !executing) return executing;
  if (number_ == 0) {
    achieved(label);
  } else {
    say(What::achieved, label);
  }
  return {};
}

void Federate::achieved(const std::string& label) {
  if (++achieved_[label] < shared_.options.federates) return;
  say(What::synchronized, label);
  later([this, label] { ambassador_.federation_synchronized(label, {}); });
}

rti::Result<bool> Federate::evoke_multiple_callbacks(double, double) {
  if (stage_ == Stage::executing && broken_.empty()) {
    read();
    flush_own();
    if (full_ || batch_messages_ >= most_messages || !own_messages_.empty() ||
        ++evoked_ >= most_evoked) {
      if (auto granted = advance(granted_ + apart); !granted) lost(granted);
    }
  }
  read();
  while (!callbacks_.empty()) {
    const std::function<void()> callback = std::move(callbacks_.front());
    callbacks_.pop_front();
    callback();
  }
  return false;
}

// Before the next time request, which would put newer values in the place of these.
void Federate::read() {
  if (!std::exchange(has_arrived_, false)) return;
  read_objects();
  read_messages();
}

void Federate::read_objects() {
  for (const Discovered& each : discovered_) {
    if (api_.InputIsUpdated(each.input) == 0) continue;
    const auto bytes = static_cast<std::size_t>(api_.InputGetByteCount(each.input));
    if (reading_.size() < bytes) reading_.resize(bytes);
    int got = 0;
    Call call("reading an object");
    api_.InputGetBytes(each.input, reading_.data(), static_cast<int>(reading_.size()), &got, call);
    if (auto read = call.status(); !read) return lost(read);
    const rti::Bytes value(reading_.data(), static_cast<std::size_t>(got));
    if (!read_values<rti::AttributeValue, rti::AttributeHandle>(value, attributes_)) {
      ++counters_.malformed;
      continue;
    }
    ++counters_.data_received;
    ambassador_.reflect_attribute_values(each.handle, attributes_, {}, {});
  }
}

void Federate::read_messages() {
  while (api_.EndpointHasMessage(in_) != 0) {
    const Object message = api_.EndpointGetMessage(in_);
    const auto* bytes = static_cast<const std::byte*>(api_.MessageGetBytesPointer(message));
    handle({bytes, static_cast<std::size_t>(api_.MessageGetByteCount(message))});
    api_.MessageFree(message);
  }
}

void Federate::handle(rti::Bytes message) {
  Head head;
  if (!take(message, head) || head.tag_bytes > message.size()) {
    ++counters_.malformed;
    return;
  }
  const auto* words = reinterpret_cast<const char*>(message.data());
  const std::string text(words, head.what == What::interaction ? 0 : message.size());
  switch (head.what) {
    case What::interaction: {
      if (!wanted_interactions_.contains(head.of)) return;
      const rti::Bytes tag = message.subspan(0, head.tag_bytes);
      if (!read_values<rti::ParameterValue, rti::ParameterHandle>(message.subspan(head.tag_bytes),
                                                                  parameters_)) {
        ++counters_.malformed;
        return;
      }
      ++counters_.data_received;
      return ambassador_.receive_interaction({head.of}, parameters_, tag, {});
    }
    case What::announced:
      return ambassador_.announce_synchronization_point(text, {});
    case What::achieved:
      if (number_ == 0) achieved(text);
      return;
    case What::synchronized:
      return ambassador_.federation_synchronized(text, {});
    case What::resigned:
      federates_.erase("federate " + text);
      return;
    case What::update:
      break;
  }
  ++counters_.malformed;
}

}  // namespace orrery::peers::helics
