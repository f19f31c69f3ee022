// The version alone, so that a test can build the server as another one.
#include "server/config/config.hpp"

#include "commit.hpp"

namespace tefuda::server {

std::string_view version() {
    // Build metadata as semver.org has it; a source archive without git has none.
    static std::string const text = *TEFUDA_COMMIT ? TEFUDA_VERSION "+" TEFUDA_COMMIT : TEFUDA_VERSION;
    return text;
}

} // namespace tefuda::server
