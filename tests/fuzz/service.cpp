// Fuzzes the server with three clients. Each line of the input is one step of a client. Checks that every message with
// an id gets exactly one answer, that every HTTP request gets exactly one reply, in JSON, and that nothing throws.
//
// A line begins with the client's number. `0{…` sends a message, `1!` closes the connection and opens a new one, `2/…`
// is a GET. The server's last messages to the client replace `$R` by its room, `$T` by its token, `$D` by its decision
// number, and `$A` by a legal action.
#include "protocol/client_message.hpp"
#include "tests/fuzz/driven_service.hpp"

#include <spdlog/spdlog.h>

#include <cstdlib>
#include <iostream>

using namespace tefuda;
using namespace tefuda::fuzz;

namespace {

[[noreturn]] void fail(std::string_view what, std::string_view line) {
    std::cerr << what << ": " << line << '\n';
    std::abort();
}

/// An action that fits the template: takes the first cards of each choice.
Json filled_in(Json action) {
    action.erase("optional");
    for (auto& [name, value] : action.items()) {
        if (!value.is_object() || !value.contains("from")) continue;
        auto const& count = value["choose"];
        auto const least = count.is_array() ? count[0].get<std::size_t>() : count.get<std::size_t>();
        Json cards = value.value("with", Json::array());
        for (std::size_t i = 0; i < least; ++i) cards.push_back(value["from"][i]);
        value = cards;
    }
    return action;
}

/// The text that replaces `$` and this letter; nothing if the letter is not a placeholder.
std::optional<std::string> replacement(char letter, DrivenService const& service, DrivenClient const& client) {
    auto const& update = client.update;
    switch (letter) {
    case 'R':
        // A client without a room gets the room of client 0, so that they meet.
        return client.room ? *client.room : service.clients[0]->room.value_or("NONE");
    case 'T':
        return client.token;
    case 'D':
        return update.contains("decision") ? update["decision"].dump() : "0";
    case 'A':
        return update.contains("legal") ? filled_in(update["legal"].back()).dump() : "{}";
    default:
        return std::nullopt;
    }
}

std::string with_replacements(std::string_view line, DrivenService const& service, DrivenClient const& client) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) {
        std::optional<std::string> value;
        if (line[i] == '$' && i + 1 < line.size()) value = replacement(line[i + 1], service, client);
        if (value) {
            text += *value;
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
    // The transport writes the page.
    if (reply.page) return;
    // The AsyncAPI document: slow to parse, and never changes.
    if (reply.body.size() > 100'000) return;
    if (reply.content_type == "application/json" && !Json::accept(reply.body)) fail("a reply is not JSON", line);
    if (reply.status != 200 && !Json::parse(reply.body).contains("message")) fail("a refusal has no message", line);
}

void send_and_check(DrivenService& service, std::size_t index, std::string_view line) {
    auto const client = service.clients[index];
    auto const text = with_replacements(line, service, *client);
    // The transport never delivers such messages.
    if (text.size() > 16 * 1024 || !is_utf8(text)) return;
    auto const id = decode_message(text).id;
    auto const before = client->got.size();
    service.say(index, text);
    std::ptrdiff_t answers = 0;
    for (auto i = before; i < client->got.size(); ++i) {
        auto const& message = client->got[i];
        if (message.contains("re") && id && message["re"] == Json::parse(id->text)) ++answers;
    }
    if (id && answers != 1) fail(std::to_string(answers) + " answers", text);
    if (client->got.size() == before && std::holds_alternative<Rejection>(decode_message(text).message))
        fail("the client is not told of a refusal", text);
}

/// Executes one line of the input; ignores lines without a meaning.
void execute(DrivenService& service, std::string_view line) {
    if (line.size() < 2 || line[0] < '0' || line[0] > '2') return;
    auto const index = static_cast<std::size_t>(line[0] - '0');
    auto const rest = line.substr(1);
    if (rest == "!") return service.reconnect(index);
    if (rest[0] != '/') return send_and_check(service, index, rest);
    int replies = 0;
    service.get(with_replacements(rest, service, *service.clients[index]), [&](server::HttpReply const& reply) {
        ++replies;
        check_reply(reply, line);
    });
    if (replies != 1) fail(std::to_string(replies) + " replies", line);
}

/// A service with three new connections. It is reused for 1000 inputs, because its construction is slow.
DrivenService& fresh_service() {
    // Never destroyed: at exit the metrics, which it uses, might be destroyed before it.
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
        execute(service, line);
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    }
    return 0;
}
