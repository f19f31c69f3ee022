#include "tests/bench/load/peer.hpp"

#include "tests/bench/load/message.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <chrono>
#include <stdexcept>

namespace tefuda::bench {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;

/// Colyseus: seats are reserved over HTTP; messages are binary, and their first byte is the kind.
class Colyseus : public Peer {
public:
    explicit Colyseus(std::uint16_t port) : socket_(context_) {
        socket_.connect({asio::ip::address_v4::loopback(), port});
    }

    std::string target(PeerSeat& seat) override {
        auto& table = *seat.table;
        auto const first = table.id.empty();
        auto const answer = post(first ? "create/fortyone" : "joinById/" + table.id,
                                 "{\"seats\":" + std::to_string(table.seats.size()) + "}");
        table.id = between(answer, "\"roomId\":\"", '"');
        seat.session = between(answer, "\"sessionId\":\"", '"');
        return target_of(answer);
    }

    std::string idle_target() override { return target_of(post("joinOrCreate/lobby", "{}")); }

    News take(PeerSeat& seat, std::string_view frame) override {
        auto const kind = frame.empty() ? '\0' : frame[0];
        if (kind == join_room) seat.connection->send({&join_room, 1}, Opcode::binary);
        if (kind != room_state && kind != room_state_patch && kind != room_data) return News::none;
        auto const knows_turn = note_turn(seat, frame);
        if (seat.seated) return News::update;
        seat.seated = knows_turn;
        return knows_turn ? News::seated : News::none;
    }

    void play(PeerSeat& seat, int card) override {
        std::string const message = {room_data, '\xA4', 'p', 'l', 'a', 'y', static_cast<char>(card)};
        seat.connection->send(message, Opcode::binary);
    }

private:
    static constexpr char join_room = 10;
    static constexpr char room_data = 13;
    static constexpr char room_state = 14;
    static constexpr char room_state_patch = 15;

    /// Looks for the session whose turn it is; a patch contains it only if it has changed. \returns whether it is known
    static bool note_turn(PeerSeat& seat, std::string_view frame) {
        for (auto const& other : seat.table->seats)
            if (frame.find(other.session) != std::string_view::npos) seat.to_act = &other;
        return seat.to_act != nullptr;
    }

    static std::string target_of(std::string_view answer) {
        auto const field = [&](std::string_view name) { return std::string(between(answer, name, '"')); };
        return "/" + field("\"processId\":\"") + "/" + field("\"roomId\":\"") +
               "?sessionId=" + field("\"sessionId\":\"");
    }

    std::string post(std::string const& path, std::string const& body) {
        http::request<http::string_body> request(http::verb::post, "/matchmake/" + path, 11, body);
        request.set(http::field::host, "127.0.0.1");
        request.set(http::field::content_type, "application/json");
        request.prepare_payload();
        http::write(socket_, request);
        http::response<http::string_body> response;
        http::read(socket_, buffer_, response);
        if (response.body().find("\"sessionId\"") == std::string::npos)
            throw std::runtime_error("no seat: " + response.body());
        return response.body();
    }

    asio::io_context context_;
    tcp::socket socket_;
    boost::beast::flat_buffer buffer_;
};

/// boardgame.io: Socket.IO messages start with a digit for the kind of Engine.IO and one for that of Socket.IO, then
/// the namespace, then a list with the event and its arguments. The server creates a match when a client first requests
/// it.
class BoardgameIo : public Peer {
public:
    std::string target(PeerSeat& seat) override {
        if (seat.table->id.empty()) seat.table->id = next_match();
        return idle_target();
    }

    std::string idle_target() override { return "/socket.io/?EIO=4&transport=websocket"; }

    News take(PeerSeat& seat, std::string_view frame) override {
        auto& connection = *seat.connection;
        if (frame == "2") connection.send("3");
        if (frame.starts_with("0{")) connection.send("40/fortyone,");
        if (frame.starts_with("40/fortyone") && seat.table) sync(seat);
        auto const is_update = frame.starts_with("42/fortyone,[\"update\"");
        if (!is_update && !frame.starts_with("42/fortyone,[\"sync\"")) return News::none;
        seat.state = digits_after(frame, "\"_stateID\":");
        auto const over = frame.find("\"gameover\":") != std::string_view::npos;
        auto const player = digits_after(frame, "\"currentPlayer\":\"");
        seat.to_act = over ? nullptr : &seat.table->seats.at(std::stoul(player));
        if (over) play_again(seat, between(frame, "[\"update\",\"", '"'));
        if (is_update) return News::update;
        seat.seated = true;
        return News::seated;
    }

    void play(PeerSeat& seat, int card) override {
        auto const player = std::to_string(seat.number);
        seat.connection->send(
            "42/fortyone,[\"update\",{\"type\":\"MAKE_MOVE\",\"payload\":{\"type\":\"play\",\"args\":[" +
            std::to_string(card) + "],\"playerID\":\"" + player + "\"}}," + seat.state + ",\"" + seat.table->id +
            "\",\"" + player + "\"]");
    }

private:
    static std::string digits_after(std::string_view text, std::string_view before) {
        auto const at = text.find(before);
        if (at == std::string_view::npos) throw std::runtime_error("no state: " + std::string(text.substr(0, 80)));
        auto const rest = text.substr(at + before.size(), 20);
        return std::string(rest.substr(0, rest.find_first_not_of("0123456789")));
    }

    static void sync(PeerSeat& seat) {
        seat.connection->send("42/fortyone,[\"sync\",\"" + seat.table->id + "\",\"" + std::to_string(seat.number) +
                              "\",null," + std::to_string(seat.table->seats.size()) + "]");
    }

    std::string next_match() { return std::to_string(first_match_) + "-" + std::to_string(matches_++); }

    /// The first seat that learns of the end chooses the next match.
    void play_again(PeerSeat& seat, std::string_view ended) {
        auto& table = *seat.table;
        if (table.id == ended) {
            table.id = next_match();
            for (auto& each : table.seats) each.seated = false;
        }
        sync(seat);
    }

    /// The current time, so that the ids are different from those of earlier runs.
    std::int64_t first_match_ = std::chrono::system_clock::now().time_since_epoch().count();
    int matches_ = 0;
};

} // namespace

std::unique_ptr<Peer> make_peer(std::string const& name, std::uint16_t port) {
    if (name == "colyseus") return std::make_unique<Colyseus>(port);
    if (name == "boardgame.io") return std::make_unique<BoardgameIo>();
    throw std::runtime_error("there is no peer " + name);
}

} // namespace tefuda::bench
