// Has tcmalloc take the heap's memory in large pages: what rooms need lies far apart, and where each of many small
// pages is takes the processor long to find. Linked to a program, it is at work.
#include <gperftools/malloc_extension.h>

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>

namespace tefuda::server {

namespace {

class LargePages final : public SysAllocator {
public:
    explicit LargePages(SysAllocator& below) : below_(below) {}

    void* Alloc(std::size_t size, std::size_t* actual_size, std::size_t alignment) override {
        auto const whole = (size + large_page - 1) / large_page * large_page;
        auto* const memory = below_.Alloc(whole, actual_size, std::max(alignment, large_page));
        if (memory && (taken_ += whole) <= most) madvise(memory, whole, MADV_HUGEPAGE);
        return memory;
    }

private:
    static constexpr std::size_t large_page = 2 << 20;
    /// A page is there as a whole, though only a part of it is needed: much memory is rather full than fast.
    static constexpr std::size_t most = 64 << 20;

    SysAllocator& below_;
    std::size_t taken_ = 0;
};

[[maybe_unused]] bool const are_used = [] {
    auto& malloc = *MallocExtension::instance();
    // Memory is asked for as long as the process lives.
    malloc.SetSystemAllocator(new LargePages(*malloc.GetSystemAllocator()));
    return true;
}();

} // namespace

} // namespace tefuda::server
