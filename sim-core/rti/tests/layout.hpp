// Where the nodes of a check run: by themselves in this process or its children, or spread over hosts.
//
// Over hosts the same executable runs once on each, with the same checks in the same order, and is told by the
// environment:
//   ORRERY_RTI_HOSTS   the address of each host, with commas
//   ORRERY_RTI_HOST    which of them this is, from 0
//   ORRERY_RTI_FOLDER  a folder that all see, new for each run: they tell each other there where they listen
//   ORRERY_RTI_LOSS    the share of packets that the network between them loses; 0 if it is not set
// Node r of a check is a process on host r modulo their number.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "orrery/base/doorbell.hpp"
#include "orrery/transport/transport.hpp"

namespace orrery::rti::testing {

struct HostLayout {
  std::vector<std::string> addresses;
  std::uint32_t self = 0;
  std::string folder;
  double loss = 0;

  [[nodiscard]] std::uint32_t host_of(std::uint32_t rank) const {
    return rank % static_cast<std::uint32_t>(addresses.size());
  }
};

// None: all is on this host. A layout that cannot be is an exception.
const std::optional<HostLayout>& host_layout();

// The nodes of one check meet: each rank in a process of its own.
class Meeting {
 public:
  // `name` is the same for all of them, and no other meeting's.
  Meeting(const HostLayout& layout, const std::string& name, std::uint32_t rank,
          std::uint32_t nodes);

  // What each rank says under this heading, by rank, when all have. Waits for them; fails the check when in vain.
  std::vector<std::string> exchange(const std::string& heading, const std::string& mine) const;
  // A channel to each other rank; none at all, and a failed check, if one cannot be.
  std::vector<std::unique_ptr<transport::Channel>> channels(
      transport::Kind kind, const std::shared_ptr<base::Doorbell>& bell,
      const transport::ChannelOptions& options = {}) const;
  [[nodiscard]] const std::string& address() const {
    return layout_.addresses[layout_.host_of(rank_)];
  }
  // The same for all ranks, and no other meeting's.
  [[nodiscard]] const std::string& token() const { return token_; }

 private:
  const HostLayout& layout_;
  const std::string token_;
  const std::uint32_t rank_;
  const std::uint32_t nodes_;
};

}  // namespace orrery::rti::testing
