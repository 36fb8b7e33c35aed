// Where the nodes of a check run: by themselves in this process or its children, or spread over hosts.
//
// Over hosts the same executable runs once on each, with the same checks in the same order, and is told by the
// environment:
//   ORRERY_RTI_HOSTS   the address of each host, with commas
//   ORRERY_RTI_HOST    which of them this is, from 0
//   ORRERY_RTI_FOLDER  a folder that all see, new for each run: they tell each other there where they listen
//   ORRERY_RTI_LOSS    the share of packets that the network between them loses; 0 if it is not set
//   ORRERY_RTI_LINES   the address of each host for what a check says to its nodes (remote/), which no check is of: on a
//                      network that loses nothing. ORRERY_RTI_HOSTS if it is not set
// An empty file `cut.H` or `heal.H` in the folder asks whoever runs them to cut host H off, or to heal that; the file is
// removed when it is done.
// Node r of a check is a process on host r modulo their number.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "orrery/base/doorbell.hpp"
#include "orrery/transport/transport.hpp"

namespace orrery::rti::testing {

struct HostLayout {
  std::vector<std::string> addresses;
  std::vector<std::string> lines;  // addresses too
  std::uint32_t self = 0;
  std::string folder;
  double loss = 0;

  [[nodiscard]] std::uint32_t host_of(std::uint32_t rank) const {
    return rank % static_cast<std::uint32_t>(addresses.size());
  }
};

// None: all is on this host. A layout that cannot be is an exception.
const std::optional<HostLayout>& host_layout();

// By whoever runs the checks: a host is cut off from the others, or that is healed. Fails the check when in vain.
enum class Ask : std::uint8_t { cut, heal };
void ask_for(Ask what, std::uint32_t host);

// The nodes of one check meet: each rank in a process of its own.
class Meeting {
 public:
  // `name` is the same for all of them, and no other meeting's. `addresses` of the layout's hosts.
  Meeting(const HostLayout& layout, const std::string& name, std::uint32_t rank,
          std::uint32_t nodes, const std::vector<std::string>& addresses);

  // What each rank says under this heading, by rank, when all have. Waits for them; fails the check when in vain.
  std::vector<std::string> exchange(const std::string& heading, const std::string& mine) const;
  // A channel to each other rank; none at all, and a failed check, if one cannot be.
  std::vector<std::unique_ptr<transport::Channel>> channels(
      transport::Kind kind, const std::shared_ptr<base::Doorbell>& bell,
      const transport::ChannelOptions& options = {}) const;
  [[nodiscard]] const std::string& address() const { return addresses_[layout_.host_of(rank_)]; }
  // The same for all ranks, and no other meeting's.
  [[nodiscard]] const std::string& token() const { return token_; }

 private:
  const HostLayout& layout_;
  const std::vector<std::string>& addresses_;
  const std::string token_;
  const std::uint32_t rank_;
  const std::uint32_t nodes_;
};

}  // namespace orrery::rti::testing
