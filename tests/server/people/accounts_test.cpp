// Who one is by HTTP: the cookies that hold secrets.
#include "server/people/accounts.hpp"

#include "server/people/new_secrets.hpp"
#include "server/store/copy_store.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <vector>

using namespace tefuda::server;

namespace {

/// A store of players, and who answers for it.
struct Site {
    std::unique_ptr<Sql> sql = open_memory_tables();
    PlayerTable players{*sql};
    KnownConnections connections;
    AddressRate guesses{{100, 100}};
    Accounts accounts{players, connections, guesses, 100, [this](std::string const& id, Moment const&) {
                          sql->write_one(WriteKey(), "DELETE FROM player WHERE id = $1", {id});
                      }};

    HttpReply ask(Accounts::Answer answer, std::vector<Cookie> cookies, bool by_tls = false) {
        Call call{};
        call.request.address = "192.0.2.1";
        call.request.by_tls = by_tls;
        call.request.cookies = std::move(cookies);
        call.asker = *accounts.asker_of(call.request, call.now.steady);
        return accounts.answer(call, answer);
    }
};

/// What an answer sets and ends, in order.
std::vector<Cookie> set_by(HttpReply const& reply) {
    std::vector<Cookie> cookies;
    for (auto const& [name, value] : reply.fields) {
        REQUIRE(name == "Set-Cookie");
        auto const equals = value.find('='), end = value.find(';');
        cookies.push_back({value.substr(0, equals), value.substr(equals + 1, end - equals - 1)});
        CHECK((value.find("Max-Age=0") != std::string::npos) == cookies.back().value.empty());
    }
    return cookies;
}

Cookie made_at(Site& site, bool by_tls = false) {
    auto const made = site.ask(&Accounts::make, {}, by_tls);
    REQUIRE(made.status == 201);
    return set_by(made).at(0);
}

} // namespace

TEST_CASE("a store has a name for its cookies, once and for ever", "[people]") {
    Site site;
    auto const cookie = made_at(site);
    CHECK(cookie.name.size() == std::string("tefuda-XXXXXX").size());
    CHECK(cookie.name.starts_with("tefuda-"));
    CHECK(cookie.name.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz", 7) == std::string::npos);
    CHECK(made_at(site, true).name == "__Host-" + cookie.name);
    CHECK(site.players.cookies(new_cookie()) == std::vector{cookie.name.substr(7)});
    Site other;
    CHECK(made_at(other).name != cookie.name);
}

TEST_CASE("a cookie that holds no secret of this store is left alone", "[people]") {
    Site site, other;
    auto const theirs = made_at(other);
    auto const own = made_at(site);
    for (auto const& wrong : {theirs, Cookie{own.name, "wrong"}, Cookie{"tefuda", theirs.value}}) {
        auto const me = site.ask(&Accounts::get, {wrong});
        CHECK(me.status == 200);
        CHECK(me.body == "null");
        CHECK(me.fields.empty());
    }
    auto const both = site.ask(&Accounts::get, {theirs, own});
    CHECK(both.body != "null");
    REQUIRE(set_by(both).size() == 1);
    CHECK(set_by(both)[0].name == own.name);
    // The end of a player ends its own cookie alone.
    auto const gone = set_by(site.ask(&Accounts::remove, {theirs, own}));
    REQUIRE(gone.size() == 1);
    CHECK(gone[0].name == own.name);
    CHECK(gone[0].value.empty());
}

TEST_CASE("a valid cookie of an older name, or of plain http over TLS, is taken and replaced", "[people]") {
    Site site;
    auto const own = made_at(site);
    struct Older {
        std::string name;
        bool by_tls;
        std::string replaced_by;
    };
    auto const secure = "__Host-" + own.name;
    for (auto const& [name, by_tls, replaced_by] :
         {Older{"tefuda", false, own.name}, Older{"tefuda", true, secure}, Older{"__Host-tefuda", true, secure},
          Older{own.name, true, secure}}) {
        INFO(name << " " << by_tls);
        auto const me = site.ask(&Accounts::get, {{name, own.value}}, by_tls);
        CHECK(me.body != "null");
        auto const set = set_by(me);
        REQUIRE(set.size() == 2);
        CHECK(set[0].name == replaced_by);
        CHECK(set[0].value == own.value);
        CHECK(set[1].name == name);
        CHECK(set[1].value.empty());
    }
    // The right name wins.
    auto const other = made_at(site);
    auto const me = site.ask(&Accounts::get, {{"tefuda", own.value}, other});
    CHECK(set_by(me).at(0).value == other.value);
    CHECK(set_by(me).size() == 1);
    // Whoever can listen where there is no TLS sees what goes there: such a name says that it never did.
    CHECK(site.ask(&Accounts::get, {{secure, own.value}}).body == "null");
    CHECK(set_by(site.ask(&Accounts::remove, {{"tefuda", own.value}})).size() == 1);
}

TEST_CASE("players who move to another store keep their cookies, also where it has a name of its own", "[people]") {
    Site from, fresh, used;
    auto const cookie = made_at(from), at_used = made_at(used);
    for (auto* to : {&fresh, &used, &used}) copy_tables(*from.sql, *from.sql, *open_memory_tables(), *to->sql);
    CHECK(made_at(fresh).name == cookie.name);
    // As after a restart.
    Accounts accounts(used.players, used.connections, used.guesses, 100, [](std::string const&, Moment const&) {});
    CHECK(used.players.cookies(new_cookie()) == std::vector{at_used.name.substr(7), cookie.name.substr(7)});
    HttpRequest request{};
    request.cookies = {cookie};
    CHECK(accounts.asker_of(request, {})->player);
}
