// All future event lists. See event_list.hpp for their contract.
#pragma once

#include "orrery/pdes/lists/bucket_list.hpp"
#include "orrery/pdes/lists/calendar_list.hpp"
#include "orrery/pdes/lists/heap_list.hpp"
#include "orrery/pdes/lists/ladder_list.hpp"
