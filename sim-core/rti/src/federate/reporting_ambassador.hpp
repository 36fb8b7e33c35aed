// Reports a federate's services, callbacks and exceptions (service_reports.hpp): IEEE 1516.1-2010, clause 11.
//
// Services go through one test, whether anything is to be reported, before they do their work. Callbacks cost nothing
// until then: the one who reports them takes the federate's place when reporting is switched on. Evoking callbacks,
// and the services of this RTI beyond the standard's, are not reported.
#pragma once

#include <memory>

#include "federate/ambassador.hpp"

namespace orrery::rti {

std::unique_ptr<Ambassador> make_ambassador(Core& core, FederateAmbassador& federate,
                                            CallbackModel model);

}  // namespace orrery::rti
