// The part of the management object model (clause 11) that histories use: classes, attributes and parameters by name, with
// the forms of their values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace orrery::rti::testing::management {

// How a value reads as a text of the history.
enum class Form : std::uint8_t {
  any,     // not compared
  number,  // counts, enumerations, switches
  text,
  federate,       // "#join"
  federates,      // "{#join ...}"
  time,           // as time_text()
  object_class,   // its full name
  interaction,    // its full name
  attributes,     // of the class in HLAobjectClass, by name
  interactions,   // by full name
  subscriptions,  // interaction classes by full name, "+" if active
  class_counts,   // object classes by full name, "=count"
  interaction_counts,
  points,  // labels of synchronization points
};

struct Member {
  std::string name;
  Form form = Form::any;
  bool conditional = false;  // told of when it changes
};
struct Class {
  std::string name;  // below HLAmanager
  std::vector<Member> members;
};

inline constexpr int federation = 0;  // the place in object_classes(), and the object's number
inline constexpr int federate = 1;
const std::vector<Class>& object_classes();
const std::vector<Class>& reports();

// What a federate sends to the RTI.
struct Request {
  std::string name;  // below HLAmanager
  enum class Kind : std::uint8_t {
    set_switches,
    set_service_reporting,
    set_exception_reporting,
    report,   // answered by `reports`, each with the same arguments
    mistake,  // names no federate
  } kind = Kind::report;
  std::vector<std::string> reports = {};
};
const std::vector<Request>& requests();
int report_named(const std::string& name);

inline constexpr const char* service_invocation =
    "HLAfederate.HLAreport.HLAreportServiceInvocation";
inline constexpr const char* exception = "HLAfederate.HLAreport.HLAreportException";
inline constexpr const char* mom_exception = "HLAfederate.HLAreport.HLAreportMOMexception";

}  // namespace orrery::rti::testing::management
