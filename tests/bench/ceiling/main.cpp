// The ceiling: the maximum that the network code allows. A server that plays no game, but answers each frame with
// frames of the sizes that a real server sent, to the same sockets. It makes one send for each socket and turn of the
// event loop.
#include "tests/bench/load/frames.hpp"
#include "tests/bench/load/message.hpp"
#include "tests/bench/load/trace.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <openssl/evp.h>
#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace tefuda::bench {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

std::string accept_key(std::string_view key) {
    auto const text = std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    std::array<unsigned char, SHA_DIGEST_LENGTH> hash;
    SHA1(reinterpret_cast<unsigned char const*>(text.data()), text.size(), hash.data());
    std::array<unsigned char, 32> base64{};
    EVP_EncodeBlock(base64.data(), hash.data(), hash.size());
    return reinterpret_cast<char const*>(base64.data());
}

class Session;

struct Room {
    std::string code;
    std::vector<Session*> seats;
    std::size_t next_step = 0;
    /// The step after the joins. Each room starts at a different one, because real rooms are not in step either.
    std::size_t first_move = 0;
};

/// The indices of the steps that were caused by moves.
std::vector<std::size_t> moves_of(Trace const& trace) {
    // Update 1 is the deal, which no move caused.
    auto const is_of_move = [](Trace::Sent const& sent) {
        return type_of(sent.text) == "update" && between(sent.text, "\"seq\":", ',') != "1";
    };
    std::vector<std::size_t> moves;
    for (auto at = trace.seats; at < trace.steps.size(); ++at)
        if (std::ranges::any_of(trace.steps[at], is_of_move)) moves.push_back(at);
    return moves;
}

class Ceiling {
public:
    Ceiling(asio::io_context& loop, Trace trace) : loop_(loop), trace_(std::move(trace)), moves_(moves_of(trace_)) {
        if (moves_.empty()) throw std::runtime_error("the trace has no moves");
    }

    void take(Session& from, std::string_view message);
    void mark(Session& session);

private:
    void flush();
    void create(Session& from, std::string_view message);
    void step(Room& room);

    asio::io_context& loop_;
    Trace const trace_;
    std::vector<std::size_t> const moves_;
    std::vector<std::unique_ptr<Room>> rooms_;
    std::vector<std::shared_ptr<Session>> to_send_;
};

class Session : public std::enable_shared_from_this<Session> {
public:
    Session(tcp::socket socket, Ceiling& ceiling) : socket_(std::move(socket)), ceiling_(ceiling) {
        error_code ignored;
        socket_.set_option(tcp::no_delay(true), ignored);
        socket_.non_blocking(true, ignored);
    }

    void read() {
        auto const room = in_.room();
        socket_.async_read_some(asio::buffer(room.data, room.size),
                                [self = shared_from_this()](error_code error, std::size_t size) {
                                    if (error) return;
                                    self->in_.filled(size);
                                    self->take();
                                    self->read();
                                });
    }

    void send(std::string_view text) {
        append_server_frame(out_, Opcode::text, text);
        ceiling_.mark(*this);
    }

    /// Sends a recorded text, with the code of the recorded room replaced by this room's code.
    void send(std::string_view text, std::string const& room) {
        send(text);
        auto const code = room_of(text);
        if (code.size() == room.size())
            room.copy(out_.data() + out_.size() - text.size() + (code.data() - text.data()), room.size());
    }

    void flush() {
        marked_ = false;
        if (writing_) return;
        error_code error;
        auto const sent = socket_.write_some(asio::buffer(out_), error);
        if (error && error != asio::error::would_block) return;
        out_.erase(0, error ? 0 : sent);
        if (out_.empty()) return;
        writing_ = true;
        going_.swap(out_);
        out_.clear();
        asio::async_write(socket_, asio::buffer(going_), [self = shared_from_this()](error_code failure, std::size_t) {
            self->writing_ = false;
            if (!failure) self->flush();
        });
    }

    bool marked_ = false;

private:
    void take() {
        if (!open_ && !shake_hands()) return;
        FrameBuffer::Frame frame{};
        while (in_.next(frame)) ceiling_.take(*this, frame.payload);
    }

    bool shake_hands() {
        auto const end = in_.rest().find("\r\n\r\n");
        if (end == std::string_view::npos) return false;
        auto const key = between(in_.rest(), "Sec-WebSocket-Key: ", '\r');
        out_ = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
               "Sec-WebSocket-Accept: " +
               accept_key(key) + "\r\n\r\n";
        in_.drop(end + 4);
        ceiling_.mark(*this);
        return open_ = true;
    }

    tcp::socket socket_;
    Ceiling& ceiling_;
    FrameBuffer in_{2048};
    std::string out_;
    std::string going_;
    bool open_ = false;
    bool writing_ = false;
};

void Ceiling::mark(Session& session) {
    if (std::exchange(session.marked_, true)) return;
    if (to_send_.empty()) asio::post(loop_, [this] { flush(); });
    to_send_.push_back(session.shared_from_this());
}

void Ceiling::flush() {
    for (auto const& session : to_send_) session->flush();
    to_send_.clear();
}

void Ceiling::take(Session& from, std::string_view message) {
    if (type_of(message) == "create") {
        create(from, message);
        return;
    }
    std::size_t number = rooms_.size();
    auto const code = room_of(message);
    std::from_chars(code.data(), code.data() + code.size(), number);
    if (number >= rooms_.size()) return;
    auto& room = *rooms_[number];
    if (room.seats.size() < trace_.seats) room.seats.push_back(&from);
    step(room);
}

void Ceiling::create(Session& from, std::string_view message) {
    auto code = std::to_string(rooms_.size());
    code.insert(0, 10 - code.size(), '0');
    auto const first_move = moves_[rooms_.size() % moves_.size()];
    rooms_.push_back(std::make_unique<Room>());
    rooms_.back()->code = code;
    rooms_.back()->first_move = first_move;
    from.send("{\"type\":\"created\",\"re\":" + std::string(between(message, "\"id\":", ',')) + ",\"room\":\"" + code +
              "\"}");
}

void Ceiling::step(Room& room) {
    for (auto const& sent : trace_.steps[room.next_step])
        if (sent.seat < room.seats.size()) room.seats[sent.seat]->send(sent.text, room.code);
    if (++room.next_step == trace_.seats)
        room.next_step = room.first_move;
    else if (room.next_step == trace_.steps.size())
        room.next_step = trace_.seats;
}

void accept_all(tcp::acceptor& acceptor, Ceiling& ceiling) {
    acceptor.async_accept([&](error_code error, tcp::socket socket) {
        if (!error) std::make_shared<Session>(std::move(socket), ceiling)->read();
        accept_all(acceptor, ceiling);
    });
}

} // namespace

} // namespace tefuda::bench

int main(int argc, char* argv[]) {
    using namespace tefuda::bench;
    if (argc != 2) {
        std::cerr << "usage: tefuda-ceiling TRACE (made by tefuda-load --record)\n";
        return 2;
    }
    try {
        std::ifstream file(argv[1]);
        asio::io_context loop(1);
        Ceiling ceiling(loop, read_trace(file));
        tcp::acceptor acceptor(loop, {asio::ip::address_v4::loopback(), 0});
        accept_all(acceptor, ceiling);
        std::cout << "The ceiling is at http://127.0.0.1:" << acceptor.local_endpoint().port() << "/" << std::endl;
        loop.run();
    } catch (std::exception const& problem) {
        std::cerr << "tefuda-ceiling: " << problem.what() << '\n';
        return 1;
    }
}
