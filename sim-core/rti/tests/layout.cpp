#include "layout.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include "world.hpp"

namespace orrery::rti::testing {

namespace {

// The others may be in the check before, and wait for the watchdog there.
constexpr std::int64_t meeting_ns = watchdog_ns * 3 / 2;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT: before there are threads
  return value == nullptr ? "" : value;
}

std::vector<std::string> divided(const std::string& list) {
  std::vector<std::string> parts;
  std::istringstream in(list);
  for (std::string each; std::getline(in, each, ',');) parts.push_back(each);
  return parts;
}

std::optional<HostLayout> read_layout() {
  HostLayout layout;
  layout.addresses = divided(variable("ORRERY_RTI_HOSTS"));
  if (layout.addresses.empty()) return {};
  layout.lines = divided(variable("ORRERY_RTI_LINES"));
  if (layout.lines.empty()) layout.lines = layout.addresses;
  layout.self = static_cast<std::uint32_t>(std::stoul(variable("ORRERY_RTI_HOST")));
  layout.folder = variable("ORRERY_RTI_FOLDER");
  if (const std::string loss = variable("ORRERY_RTI_LOSS"); !loss.empty()) {
    layout.loss = std::stod(loss);
  }
  if (layout.self >= layout.addresses.size() || !std::filesystem::is_directory(layout.folder)) {
    throw std::invalid_argument("ORRERY_RTI_HOST is not below the number of ORRERY_RTI_HOSTS, or " +
                                layout.folder + " (ORRERY_RTI_FOLDER) is no folder");
  }
  if (layout.lines.size() != layout.addresses.size()) {
    throw std::invalid_argument("ORRERY_RTI_LINES names " + std::to_string(layout.lines.size()) +
                                " hosts, ORRERY_RTI_HOSTS " +
                                std::to_string(layout.addresses.size()) + ": name the same");
  }
  return layout;
}

}  // namespace

const std::optional<HostLayout>& host_layout() {
  static const std::optional<HostLayout> layout = read_layout();
  return layout;
}

void ask_for(Ask what, std::uint32_t host) {
  const std::filesystem::path file = std::filesystem::path(host_layout()->folder) /
                                     ((what == Ask::cut ? "cut." : "heal.") + std::to_string(host));
  std::ofstream(file).flush();
  const std::int64_t deadline = base::now_ns() + watchdog_ns;
  while (std::filesystem::exists(file)) {
    if (base::now_ns() > deadline) {
      ADD_FAILURE() << "nobody does what " << file << " asks for";
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

Meeting::Meeting(const HostLayout& layout, const std::string& name, std::uint32_t rank,
                 std::uint32_t nodes, const std::vector<std::string>& addresses)
    : layout_(layout),
      addresses_(addresses),
      token_("rti-" + std::to_string(std::hash<std::string>{}(layout.folder + name))),
      rank_(rank),
      nodes_(nodes) {}

std::vector<std::string> Meeting::exchange(const std::string& heading,
                                           const std::string& mine) const {
  const auto file = [&](std::uint32_t rank) {
    return std::filesystem::path(layout_.folder) /
           (token_ + "." + heading + "." + std::to_string(rank));
  };
  const auto unfinished = file(rank_).string() + ".new";
  std::ofstream(unfinished) << mine;
  std::filesystem::rename(unfinished, file(rank_));
  std::vector<std::string> all;
  const std::int64_t deadline = base::now_ns() + meeting_ns;
  for (std::uint32_t rank = 0; rank < nodes_; ++rank) {
    while (!std::filesystem::exists(file(rank))) {
      if (base::now_ns() > deadline) {
        ADD_FAILURE() << "node " << rank << " on host " << layout_.host_of(rank) << " did not come";
        return {};
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    std::ifstream in(file(rank));
    all.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return all;
}

std::vector<std::unique_ptr<transport::Channel>> Meeting::channels(
    transport::Kind kind, const std::shared_ptr<base::Doorbell>& bell,
    const transport::ChannelOptions& options) const {
  transport::Transport transport;
  const std::int64_t deadline = base::now_ns() + meeting_ns;
  auto listener = transport.listen(
      kind, {.self = {token_, rank_}, .bind_address = address(), .channel = options});
  if (!listener) {
    ADD_FAILURE() << listener.error().message;
    return {};
  }
  const auto endpoints = exchange("channel", (*listener)->endpoint());
  if (endpoints.empty()) return {};
  std::vector<std::unique_ptr<transport::Channel>> ends(nodes_);
  for (std::uint32_t rank = 0; rank < rank_; ++rank) {
    auto made = transport.connect(endpoints[rank], {.self = {token_, rank_}, .peer_index = rank},
                                  bell, deadline);
    if (!made) {
      ADD_FAILURE() << made.error().message;
      return {};
    }
    ends[rank] = std::move(*made);
  }
  for (std::uint32_t missing = nodes_ - rank_ - 1; missing > 0; --missing) {
    auto accepted = (*listener)->accept(bell, deadline);
    if (!accepted) {
      ADD_FAILURE() << accepted.error().message;
      return {};
    }
    ends[accepted->peer_index] = std::move(accepted->channel);
  }
  return ends;
}

}  // namespace orrery::rti::testing
