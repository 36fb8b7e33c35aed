// Files of saved federations: a head, the state, a checksum.
#pragma once

#include <string>
#include <vector>

#include "orrery/rti/errors.hpp"
#include "orrery/rti/types.hpp"

namespace orrery::rti {

// "<federation>.<label>.node<k>.save", other characters than letters, digits, '-' and '_' as %xx.
std::string snapshot_path(const std::string& directory, const std::string& federation,
                          const std::string& label, std::uint32_t node);

// Written beside, as <path>.part, and synced. Errors: RTIinternalError, with the path.
Status write_snapshot(const std::string& path, Bytes state, std::size_t most_bytes);
Status place_snapshot(const std::string& path);  // .part becomes the file
void drop_snapshot(const std::string& path);     // the .part
Result<std::vector<std::byte>> read_snapshot(const std::string& path, std::size_t most_bytes);

}  // namespace orrery::rti
