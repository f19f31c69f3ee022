#include "server/desk/site_map.hpp"

#include "server/daily/days.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

namespace {

// Programs that only draw the preview of a link may read it, whatever it leads to.
constexpr std::string_view robots = R"(User-agent: Twitterbot
User-agent: facebookexternalhit
User-agent: Facebot
User-agent: LinkedInBot
User-agent: Slackbot-LinkExpanding
User-agent: Discordbot
User-agent: TelegramBot
User-agent: WhatsApp
User-agent: Line
Allow: /

User-agent: *
Disallow: /room/
Disallow: /replay/
Disallow: /api/rooms
Disallow: /api/me
Disallow: /ws
)";

/// \param origin and the names of games need no escaping in XML
HttpReply site_map(std::string const& origin, std::vector<BoardTable::Name> const& boards) {
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                       "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
    auto const add = [&](std::string const& path) { text += "<url><loc>" + origin + path + "</loc></url>\n"; };
    add("/");
    for (auto const* game : all_games()) add("/how/" + std::string(game->id()));
    for (auto const& [day, game] : boards) add("/daily/" + date_of(day) + "/" + game);
    return {200, "application/xml", text + "</urlset>\n"};
}

} // namespace

void answer_robots(Parts const&, CallPtr const& call) {
    auto const& origin = call->request.seen_at;
    std::string text(robots);
    if (!origin.empty()) text += "\nSitemap: " + origin + "/sitemap.xml\n";
    call->reply({200, "text/plain", std::move(text)});
}

void answer_site_map(Parts const& at, CallPtr const& call) {
    auto const& origin = call->request.seen_at;
    if (origin.empty()) return call->reply(failure(404, "The server does not know its name: see --allowed-hosts."));
    if (!at.boards) return call->reply(site_map(origin, {}));
    at.boards->with_newest(call, [origin](auto const& boards) { return site_map(origin, boards); });
}

} // namespace tefuda::server
