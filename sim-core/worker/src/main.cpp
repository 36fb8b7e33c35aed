#include <string>
#include <vector>

#include "orrery/worker/command_line.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  return orrery::worker::command_line(arguments);
}
