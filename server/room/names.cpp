#include "server/room/names.hpp"

#include "protocol/codec/text.hpp"

#include <unicode/uspoof.h>

#include <array>

namespace tefuda::server {

namespace {

/// Null where the library has not its data: then every name looks like itself only.
USpoofChecker const* checker() {
    static auto const* const checker = [] {
        UErrorCode error = U_ZERO_ERROR;
        auto const* const opened = uspoof_open(&error);
        return U_SUCCESS(error) ? opened : nullptr;
    }();
    return checker;
}

/// The first characters of a text.
std::string beginning(std::string text, std::size_t characters) {
    while (codec::count_code_points(text) > characters) {
        while ((static_cast<unsigned char>(text.back()) & 0xc0) == 0x80) text.pop_back();
        text.pop_back();
    }
    return text;
}

} // namespace

std::string skeleton_of(std::string const& name) {
    auto seen = codec::compatible(codec::without_ignorable(name));
    if (!checker()) return seen;
    // Of 24 characters, each of which may become several.
    std::array<char, 4096> skeleton;
    UErrorCode error = U_ZERO_ERROR;
    auto const length = uspoof_getSkeletonUTF8(checker(), 0, seen.data(), static_cast<std::int32_t>(seen.size()),
                                               skeleton.data(), static_cast<std::int32_t>(skeleton.size()), &error);
    return U_SUCCESS(error) ? std::string(skeleton.data(), static_cast<std::size_t>(length)) : seen;
}

Numbered numbered(std::string const& name, int first,
                  std::function<bool(std::string const& skeleton)> const& is_taken) {
    constexpr std::size_t longest = 24;
    if (!is_taken(skeleton_of(name))) return {name, 0};
    for (auto number = first;; ++number) {
        auto const ending = " " + std::to_string(number);
        auto with_number = beginning(name, longest - ending.size()) + ending;
        if (!is_taken(skeleton_of(with_number))) return {std::move(with_number), number};
    }
}

} // namespace tefuda::server
