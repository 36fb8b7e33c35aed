// `orrery-worker model check`: a model looked over, for editors (through the console) and for people.
#pragma once

#include <iosfwd>
#include <string>

namespace orrery::worker {

// Lets this process have no more than a gibibyte and ten seconds of CPU time from now on, whatever it is given to check.
void limit_checking_process();

// Reads a file, "-" being standard input, and prints a contracts::ModelReport as one line. Exit status: exit_done for a good
// model, exit_bad_plan for one with errors, exit_failed if the file cannot be read.
int check_model(const std::string& file, std::ostream& out, std::ostream& errors);

}  // namespace orrery::worker
