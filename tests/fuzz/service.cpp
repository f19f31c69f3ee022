// Bytes as what clients say to the server: each line is for one of three connections. Every message with an id gets
// exactly one answer, every request exactly one reply, in JSON, and nothing is thrown.
//
// A line begins with the connection's digit and what it does: `0{…` a message, `1!` its connection is lost and made
// anew, `2/…` a GET. In a message `$R`, `$T`, `$D`, `$A` stand for what the client was told last: room, token, decision
// number, an action that it may do.
#include "protocol/client_message.hpp"
#include "tests/fuzz/driven_service.hpp"

#include <spdlog/spdlog.h>

#include <cstdlib>
#include <iostream>

using namespace tefuda;
using namespace tefuda::fuzz;

namespace {

[[noreturn]] void broken(std::string_view what, std::string_view line) {
    std::cerr << what << ": " << line << '\n';
    std::abort();
}

/// The first action of a template: a choice is filled with its first cards.
Json filled(Json choice) {
    choice.erase("optional");
    for (auto& [name, value] : choice.items()) {
        if (!value.is_object() || !value.contains("from")) continue;
        auto const& count = value["choose"];
        auto const least = count.is_array() ? count[0].get<std::size_t>() : count.get<std::size_t>();
        Json cards = value.value("with", Json::array());
        for (std::size_t i = 0; i < least; ++i) cards.push_back(value["from"][i]);
        value = cards;
    }
    return choice;
}

/// What stands for a `$` and the letter behind it.
std::optional<std::string> meaning(char letter, DrivenService const& service, DrivenClient const& client) {
    auto const& update = client.update;
    switch (letter) {
    case 'R':
        // Who has heard of no room is told of the first connection's.
        return client.room ? *client.room : service.clients[0]->room.value_or("NONE");
    case 'T':
        return client.token;
    case 'D':
        return update.contains("decision") ? update["decision"].dump() : "0";
    case 'A':
        return update.contains("legal") ? filled(update["legal"].back()).dump() : "{}";
    default:
        return std::nullopt;
    }
}

std::string written_out(std::string_view line, DrivenService const& service, DrivenClient const& client) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) {
        auto const stands_for = line[i] == '$' && i + 1 < line.size() ? meaning(line[i + 1], service, client)
                                                                      : std::optional<std::string>();
        if (stands_for) {
            text += *stands_for;
            ++i;
        } else {
            text += line[i];
        }
    }
    return text;
}

bool is_utf8(std::string const& text) {
    try {
        Json(text).dump();
        return true;
    } catch (Json::type_error const&) {
        return false;
    }
}

void check_reply(server::HttpReply const& reply, std::string_view line) {
    // The document of all schemas is the same each time, and long.
    if (reply.body.size() > 100'000) return;
    if (reply.content_type == "application/json" && !Json::accept(reply.body)) broken("a reply that is no JSON", line);
    if (reply.status != 200 && !Json::parse(reply.body).contains("message"))
        broken("a refusal without a message", line);
}

void say(DrivenService& service, std::size_t who, std::string_view line) {
    auto const client = service.clients[who];
    auto const text = written_out(line, service, *client);
    // The transport lets nothing else through.
    if (text.size() > 16 * 1024 || !is_utf8(text)) return;
    auto const id = decode_message(text).id;
    auto const before = client->got.size();
    service.say(who, text);
    std::ptrdiff_t answers = 0;
    for (auto i = before; i < client->got.size(); ++i) {
        auto const& message = client->got[i];
        if (message.contains("re") && id && message["re"] == Json::parse(id->text)) ++answers;
    }
    if (id && answers != 1) broken(std::to_string(answers) + " answers", text);
    if (client->got.size() == before && std::holds_alternative<Rejection>(decode_message(text).message))
        broken("a refusal that nobody is told of", text);
}

void play(DrivenService& service, std::string_view line) {
    if (line.size() < 2 || line[0] < '0' || line[0] > '2') return;
    auto const who = static_cast<std::size_t>(line[0] - '0');
    auto const rest = line.substr(1);
    if (rest == "!") return service.reconnect(who);
    if (rest[0] != '/') return say(service, who, rest);
    int replies = 0;
    service.get(written_out(rest, service, *service.clients[who]), [&](server::HttpReply const& reply) {
        ++replies;
        check_reply(reply, line);
    });
    if (replies != 1) broken(std::to_string(replies) + " replies", line);
}

/// Connections without a past. The service is a new one now and then only, for one takes its time to make.
DrivenService& fresh_service() {
    // Never destroyed: the metrics, which are, are older than it.
    static auto& service = *new std::unique_ptr<DrivenService>;
    static int uses = 0;
    if (uses++ % 1000 == 0) {
        spdlog::set_level(spdlog::level::off);
        server::Config config;
        config.allow_fixed = true;
        config.limits = server::Limits::none();
        service = std::make_unique<DrivenService>(config, 3);
    }
    for (std::size_t i = 0; i < service->clients.size(); ++i) service->connect_anew(i);
    return *service;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto& service = fresh_service();
    std::string_view rest(reinterpret_cast<char const*>(data), size);
    while (!rest.empty()) {
        auto const line = rest.substr(0, rest.find('\n'));
        play(service, line);
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    }
    return 0;
}
