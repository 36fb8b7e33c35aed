// Plays the files of a folder to a target of libFuzzer, in the order of their names. Exit status 1 if there is none; whatever a
// target fails on ends the program.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size);
// Of targets whose input is messages (sized_inputs.hpp): writes seeds and ends the program, if it was asked to.
extern "C" [[gnu::weak]] int LLVMFuzzerInitialize(int* count, char*** words);

int main(int count, char** words) {
  if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&count, &words);
  if (count != 2) {
    std::fputs("usage: PROGRAM FOLDER\n", stderr);
    return 2;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(words[1])) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  for (const auto& file : files) {
    std::ifstream input(file, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(input), {}};
    std::printf("%s\n", file.filename().c_str());
    (void)std::fflush(stdout);
    LLVMFuzzerTestOneInput(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  }
  std::printf("%zu inputs\n", files.size());
  return files.empty() ? 1 : 0;
}
