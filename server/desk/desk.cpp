#include "server/desk/desk.hpp"

#include "protocol/codec/encode.hpp"
#include "protocol/http.hpp"
#include "server/metrics/limit_log.hpp"
#include "server/runtime/clock.hpp"

#include <optional>
#include <string>
#include <utility>

namespace tefuda::server {

namespace {

/// 403 for whom the operator has banned. \param player an id, or nothing
boost::system::result<void, HttpReply>
refuse_banned(Sanctions const& sanctions, std::optional<std::string> const& player, std::string const& address) {
    auto const met = sanctions.find(SanctionKind::ban, player, address);
    if (!met) return {};
    count_refused(RefusedFor::banned);
    return HttpReply{403, "application/json", codec::to_json(SanctionRefusal{"banned", met->because, {met->until}})};
}

bool is_in(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

bool is_json(std::string_view content_type) {
    return content_type.substr(0, content_type.find_first_of("; ")) == "application/json";
}

bool takes(Route const& route, HttpRequest const& request) {
    return route.method == "GET" ? request.reads() : route.method == request.method;
}

/// Lets web pages of any origin read what is the same for everybody who asks, and needs no cookie.
void let_pages_read(HttpReply& reply) {
    reply.fields.emplace_back("Access-Control-Allow-Origin", "*");
    reply.fields.emplace_back("Access-Control-Expose-Headers", "Retry-After");
}

HttpReply refuse_method(std::string allowed) {
    auto reply = failure(405, "This can't be done here.");
    reply.fields.emplace_back("Allow", std::move(allowed));
    return reply;
}

} // namespace

bool Desk::has(Route const& route) const {
    return parts_.people || !needs_people(route);
}

boost::system::result<Admitted, HttpReply> Desk::admit(HttpRequest& request) const {
    auto checked = check(request);
    if (checked) return checked;
    auto refused = std::move(checked).error();
    auto const is_open = request.route ? request.route->pages == Pages::any
                                       : is_in(request.path(), "/api") && !is_in(request.path(), "/api/me");
    if (is_open) let_pages_read(refused);
    return refused;
}

/// Notes the route, if there is one.
boost::system::result<Admitted, HttpReply> Desk::check(HttpRequest& request) const {
    std::string allowed;
    for (auto const& route : routes()) {
        if (!has(route) || !fits(route.pattern, request.path())) continue;
        if (!request.route || !takes(*request.route, request)) request.route = &route;
        if (!allowed.empty()) allowed += ", ";
        allowed += route.method == "GET" ? "GET, HEAD" : route.method;
    }
    auto const* route = request.route;
    if (!route) {
        if (is_in(request.path(), "/api")) return not_found();
        // A file of the page, perhaps.
        if (!request.reads()) return refuse_method("GET, HEAD");
        if (request.has_body) return failure(400, "A request has no body here.");
        return Admitted{};
    }
    if (!takes(*route, request)) return refuse_method(std::move(allowed));
    if (route->pages == Pages::own && request.is_foreign) {
        count_refused(RefusedFor::origin, request.origin);
        return failure(403, "Pages of another origin may not ask this.");
    }
    if (route->who == Who::operating && !request.is_operator)
        return failure(403, "The metrics are for whoever runs the server.");
    if (!request.has_body) return Admitted{};
    if (route->body == 0) return failure(400, "A request has no body here.");
    if (!is_json(request.content_type)) return failure(403, "A body is application/json here.");
    return Admitted{route->body};
}

void Desk::handle(HttpRequest request, Reply const& reply) {
    auto const* route = request.route;
    if (!route) return reply(not_found());
    auto const call = std::make_shared<Call>(Call{std::move(request), reply, this_moment()});
    fits(route->pattern, call->request.path(), &call->path);
    if (route->pages == Pages::any)
        call->reply = [reply](HttpReply answer) {
            let_pages_read(answer);
            reply(std::move(answer));
        };
    if (call->request.has_long_body) return call->reply(failure(413, "A body has at most 4 KiB here."));
    if (auto counted = count(*call); !counted) return call->reply(std::move(counted).error());
    if (route->who == Who::asker || route->who == Who::player) return find_asker(call);
    route->answer(parts_, call);
}

boost::system::result<void, HttpReply> Desk::count(Call const& call) {
    auto const counted = call.request.route->counted;
    if (counted == Counted::nothing) return {};
    if (readiness_.is_starting()) return failure(503, "The server is starting.");
    auto const now = call.now.steady;
    if (auto const wait = requests_.take(call.address(), now)) {
        count_limit(Limit::requests, call.address());
        return too_many("Too many requests: wait a little.", *wait);
    }
    if (counted == Counted::request) return {};
    // Before anybody looks: else the answers would tell which of many guesses are right.
    if (auto const wait = guesses_.take(call.address(), now)) {
        count_limit(Limit::guesses, call.address());
        return too_many("Too many room codes: wait a little.", *wait);
    }
    return {};
}

void Desk::find_asker(std::shared_ptr<Call> const& call) {
    // A page of another origin asks as nobody: browsers send the cookie unasked.
    if (call->request.is_foreign) call->request.cookies.clear();
    auto const has_secret = call->request.bearer || !call->request.cookies.empty();
    // What is theirs is answered on their thread.
    if (!has_secret && call->request.route->place != Place::players) return answer_asker(call);
    parts_.people->find_asker(call, [this, call](Asker asker) {
        call->asker = std::move(asker);
        answer_asker(call);
    });
}

void Desk::answer_asker(CallPtr const& call) {
    auto const& route = *call->request.route;
    auto const& who = call->asker.player;
    // One's own data stays one's own: whoever is banned may read and delete it.
    if (!call->request.reads() && call->request.method != "DELETE")
        if (auto free = refuse_banned(sanctions_, who ? std::optional(who->id) : std::nullopt, call->address()); !free)
            return call->reply(std::move(free).error());
    if (!who && route.who == Who::player) return call->reply(failure(401, "Who are you? This needs a secret."));
    route.answer(parts_, call);
}

void Desk::identify(HttpRequest const& request, std::function<void(Identified)> const& reply) {
    if (auto const free = refuse_banned(sanctions_, {}, request.address); !free) return reply(free.error());
    if (!parts_.people || (!request.bearer && request.cookies.empty())) return reply(nullptr);
    auto const now = steady_now();
    parts_.people->identify(request, now, [this, address = request.address, reply](Identified const& who) {
        auto const id = who && *who ? std::optional((*who)->player.id) : std::nullopt;
        auto const free = refuse_banned(sanctions_, id, address);
        free ? reply(who) : reply(free.error());
    });
}

} // namespace tefuda::server
