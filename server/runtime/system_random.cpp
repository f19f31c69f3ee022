#include "server/runtime/system_random.hpp"

#include <openssl/rand.h>

#include <stdexcept>

namespace tefuda::server {

void system_random(std::span<std::uint8_t> bytes) {
    if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1)
        throw std::runtime_error("the operating system gives no random bytes");
}

} // namespace tefuda::server
