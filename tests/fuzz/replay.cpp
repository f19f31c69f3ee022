// Runs a fuzz target on every file of the folders that are its arguments, as libFuzzer would, and says how many these were.
// A target that finds a broken promise aborts; the file's name stands before that.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);
// Not every target has one.
extern "C" [[gnu::weak]] int LLVMFuzzerInitialize(int* argc, char*** argv);

int main(int argc, char* argv[]) {
    if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
    int count = 0;
    for (int i = 1; i < argc; ++i) {
        for (auto const& file : std::filesystem::directory_iterator(argv[i])) {
            std::ifstream in(file.path(), std::ios::binary);
            std::vector<char> const bytes(std::istreambuf_iterator<char>(in), {});
            std::printf("%s\n", file.path().c_str());
            std::fflush(stdout); // before an abort
            // A copy of exactly its size, so that a read behind its end is seen by valgrind or a sanitizer.
            LLVMFuzzerTestOneInput(reinterpret_cast<std::uint8_t const*>(bytes.data()), bytes.size());
            ++count;
        }
    }
    std::printf("%d inputs\n", count);
    return count > 0 ? EXIT_SUCCESS : EXIT_FAILURE; // an empty corpus proves nothing
}
