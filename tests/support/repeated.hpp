#pragma once

#include <string>
#include <string_view>

namespace tefuda::test {

inline std::string repeated(std::string_view text, int times) {
    std::string result;
    for (int i = 0; i < times; ++i) result += text;
    return result;
}

} // namespace tefuda::test
