// Compiles Beast's functions and those of Asio's TLS once (BOOST_BEAST_SEPARATE_COMPILATION is set for everything that
// links tefuda_net).
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
