// The version alone, so that a test can build the server as another one.
#include "server/config.hpp"

namespace tefuda::server {

std::string_view version() {
    return TEFUDA_VERSION;
}

} // namespace tefuda::server
