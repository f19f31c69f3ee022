#include "server/journal/postgres/database_url.hpp"

#include <libpq-fe.h>

#include <memory>

namespace tefuda::server {

bool is_database_url(std::string const& url) {
    if (!url.starts_with("postgresql://") && !url.starts_with("postgres://")) return false;
    char* error = nullptr;
    std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> const options(PQconninfoParse(url.c_str(), &error),
                                                                               &PQconninfoFree);
    // The message may show the password.
    PQfreemem(error);
    return options != nullptr;
}

} // namespace tefuda::server
