// Serves a node to a check that is elsewhere: another thread, another process, another host.
#pragma once

#include <functional>
#include <memory>

#include "orrery/rti/node.hpp"

#include "../nodes.hpp"
#include "line.hpp"
#include "remote_node.hpp"

namespace orrery::rti::testing {

using MakeNode =
    std::function<std::unique_ptr<Node>(const SavesOfNode& saves, const Bringers& bringers)>;

// Until the check ends it, or is no more. True: it wants another node in place of this one.
bool serve_node(Line& line, const MakeNode& make);

}  // namespace orrery::rti::testing
