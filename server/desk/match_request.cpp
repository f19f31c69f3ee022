#include "server/desk/match_request.hpp"

#include <charconv>
#include <system_error>

namespace tefuda::server {

namespace {

/// A number without a sign or leading zeros; nothing for anything else.
std::optional<int> to_number(std::string_view text) {
    int number = 0;
    auto const [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    auto const leading_zero = text.size() > 1 && text.front() == '0';
    if (problem != std::errc() || end != text.data() + text.size() || text.front() == '-' || leading_zero)
        return std::nullopt;
    return number;
}

} // namespace

std::optional<MatchRequest> read_match_request(std::string_view path, std::string_view query) {
    using enum MatchRequest::What;
    auto const slash = path.find('/');
    auto const number = to_number(path.substr(0, slash));
    if (!number || *number == 0) return std::nullopt;
    if (slash == std::string_view::npos) return MatchRequest{*number};
    if (path.substr(slash) == "/analysis") return MatchRequest{*number, analysis};
    if (path.substr(slash) == "/par") return MatchRequest{*number, par};
    if (path.substr(slash) != "/updates") return std::nullopt;
    if (query.empty()) return MatchRequest{*number, updates};
    constexpr std::string_view seat = "seat=";
    auto const which = query.starts_with(seat) ? to_number(query.substr(seat.size())) : std::nullopt;
    if (!which) return std::nullopt;
    return MatchRequest{*number, updates, which};
}

} // namespace tefuda::server
