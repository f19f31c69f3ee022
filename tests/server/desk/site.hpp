// The desk with all that it asks, beside the sessions.
#pragma once

#include "server/desk/desk.hpp"
#include "server/runtime/clock.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "tests/server/support/session_fixture.hpp"

#include <future>

namespace tefuda::server::test {

/// How a request is made, but for its method and target.
struct Asked {
    std::string body = {};
    std::optional<std::string> secret = std::nullopt;
    std::string content_type = "application/json";
    bool is_foreign = false;
    bool is_operator = true;
    std::string_view language = {};
    std::string seen_at = {};
};

struct Site : Sessions {
    explicit Site(Limits const& limits = Limits::none(), bool has_people = false)
        : Sessions(limits), requests(limits.requests_an_address),
          documents(rooms, finished, &reader, thread, guesses, requests, bots_, {"1.2.3", "here"}, readiness, people),
          desk({documents, people, boards, puzzles}, readiness, sanctions, requests, guesses) {
        readiness.set(Readiness::State::ready);
        if (!has_people) return;
        sql = open_memory_tables();
        boards = std::make_unique<Boards>(Boards::Tables{sql, sql}, rooms, bots_);
        puzzles = std::make_unique<Puzzles>(sql, bots_);
        people = std::make_unique<People>(
            People::Tables{sql, sql}, rooms, thread, guesses,
            People::Environment{.players_a_day = 100, .forget_names = [this] { ++names_forgotten; }});
        boards->start(this_moment());
        puzzles->start();
        people->start();
    }

    HttpRequest request_of(std::string method, std::string target, Asked with = {}) {
        HttpRequest request{};
        request.method = std::move(method);
        request.target = std::move(target);
        request.address = "192.0.2.1";
        request.content_type = std::move(with.content_type);
        request.language = with.language;
        request.seen_at = std::move(with.seen_at);
        request.body = std::move(with.body);
        request.has_body = !request.body.empty();
        request.is_foreign = with.is_foreign;
        request.is_operator = with.is_operator;
        request.bearer = std::move(with.secret);
        return request;
    }
    using Sessions::ask;
    /// Asks, and waits for no answer that comes later.
    void request(HttpRequest with) {
        reply.reset();
        auto admitted = desk.admit(with);
        if (!admitted) {
            reply = std::move(admitted).error();
            return;
        }
        with.has_long_body = with.body.size() > admitted->longest_body;
        // From a worker, perhaps.
        desk.handle(std::move(with),
                    [this](HttpReply answer) { thread.post([this, answer = std::move(answer)] { reply = answer; }); });
        run();
    }
    HttpReply ask(std::string method, std::string target, Asked with = {}) {
        request(request_of(std::move(method), std::move(target), std::move(with)));
        run_until([&] { return reply.has_value(); });
        return *reply;
    }
    HttpReply get(std::string const& path) { return ask("GET", path); }
    unsigned status(std::string const& path) { return get(path).status; }
    Json document(std::string const& path) {
        auto const answer = get(path);
        REQUIRE(answer.status == 200);
        auto body = answer.body;
        if (answer.stream)
            for (auto is_over = false; !is_over;)
                answer.stream->next([&](std::optional<std::string> piece) {
                    is_over = piece->empty();
                    body += *piece;
                });
        return Json::parse(body);
    }

    AddressRate requests;
    Readiness readiness;
    std::shared_ptr<Sql> sql; ///< null without people
    int names_forgotten = 0;
    std::optional<HttpReply> reply;
    std::unique_ptr<People> people;
    std::unique_ptr<Boards> boards;
    std::unique_ptr<Puzzles> puzzles;
    Documents documents;
    Desk desk;
};

} // namespace tefuda::server::test
