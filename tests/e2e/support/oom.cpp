// Preloaded into a server: allocations fail as the file says that OOM_CONTROL names. It has four numbers of 32 bits:
// what is armed (0: nothing, 1: the allocations of all threads together, 2: those of the next thread that accepts a
// connection), how many succeed still, how many fail then, and how many have failed.
#include <atomic>
#include <cstdlib>
#include <new>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

enum { nothing, all_threads, next_accept, one_thread };

struct Control {
    std::atomic<int> armed, succeed, fail, failed;
};

Control* open_control() {
    auto const file = ::open(std::getenv("OOM_CONTROL"), O_RDWR | O_CLOEXEC);
    auto* const memory = ::mmap(nullptr, sizeof(Control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ::close(file);
    return memory == MAP_FAILED ? nullptr : static_cast<Control*>(memory);
}

Control* control = nullptr;
thread_local bool is_the_one = false;

__attribute__((constructor)) void begin() {
    control = open_control();
}

bool fails() {
    if (!control) return false;
    auto const armed = control->armed.load();
    if (armed != all_threads && !(armed == one_thread && is_the_one)) return false;
    if (control->succeed.fetch_sub(1) > 0) return false;
    if (control->fail.fetch_sub(1) <= 1) control->armed = nothing;
    ++control->failed;
    return true;
}

void* allocate(std::size_t size, std::size_t alignment = 0) {
    void* memory = nullptr;
    if (fails()) return memory;
    if (alignment == 0) return std::malloc(size > 0 ? size : 1);
    return ::posix_memalign(&memory, alignment, size) == 0 ? memory : nullptr;
}

void* or_throw(void* memory) {
    if (!memory) throw std::bad_alloc();
    return memory;
}

int accepted(int socket) {
    if (socket < 0 || !control || control->armed != next_accept) return socket;
    is_the_one = true;
    control->armed = one_thread;
    return socket;
}

template <class Function>
Function* real(char const* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

} // namespace

extern "C" int accept(int socket, sockaddr* address, socklen_t* length) {
    return accepted(real<int(int, sockaddr*, socklen_t*)>("accept")(socket, address, length));
}
extern "C" int accept4(int socket, sockaddr* address, socklen_t* length, int flags) {
    return accepted(real<int(int, sockaddr*, socklen_t*, int)>("accept4")(socket, address, length, flags));
}

void* operator new(std::size_t size) {
    return or_throw(allocate(size));
}
void* operator new[](std::size_t size) {
    return or_throw(allocate(size));
}
void* operator new(std::size_t size, std::nothrow_t const&) noexcept {
    return allocate(size);
}
void* operator new[](std::size_t size, std::nothrow_t const&) noexcept {
    return allocate(size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return or_throw(allocate(size, std::size_t(alignment)));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return or_throw(allocate(size, std::size_t(alignment)));
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::nothrow_t const&) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::nothrow_t const&) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
