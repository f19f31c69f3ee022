// Which files a certificate is taken from.
#include "server/net/certificate.hpp"
#include "tests/server/support/data_directory.hpp"
#include "tests/support/catch.hpp"

#include <cstdlib>

using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// A certificate of its own, and its key. \param type what `openssl req -newkey` makes
TlsFiles made(std::filesystem::path const& folder, std::string const& name, std::string const& type) {
    TlsFiles const files{(folder / (name + ".pem")).string(), (folder / (name + ".key")).string()};
    auto const command = "openssl req -x509 -nodes -days 2 -subj /CN=localhost -newkey " + type + " -keyout " +
                         files.key.string() + " -out " + files.certificate.string() + " 2> /dev/null";
    REQUIRE(std::system(command.c_str()) == 0);
    return files;
}

} // namespace

TEST_CASE("A key that is not the certificate's is refused, also one of another type", "[net][tls]") {
    DataDirectory const folder;
    auto const rsa = made(folder.path, "rsa", "rsa:2048");
    auto const other = made(folder.path, "other", "rsa:2048");
    auto const ec = made(folder.path, "ec", "ec -pkeyopt ec_paramgen_curve:prime256v1");
    Certificate(rsa).reload();
    Certificate(ec).reload();
    for (auto const& wrong :
         {TlsFiles{rsa.certificate, other.key}, TlsFiles{ec.certificate, rsa.key}, TlsFiles{rsa.certificate, ec.key}})
        CHECK_THROWS_WITH(Certificate(wrong),
                          Catch::Matchers::StartsWith("Can't use the certificate's key " + wrong.key.string()));
}
