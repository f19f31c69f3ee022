// Compiles Asio's functions once (BOOST_ASIO_SEPARATE_COMPILATION is set for everything that links tefuda_runtime).
#include <boost/asio/impl/src.hpp>
