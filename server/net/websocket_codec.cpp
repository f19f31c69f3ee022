#include "server/net/websocket_codec.hpp"

#include <boost/asio/bind_executor.hpp>

#include <algorithm>
#include <bit>
#include <utility>

namespace tefuda::server {

namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;

namespace {

/// A small window for what the server sends: a few updates fit into it, and each connection has its own. For what
/// clients send the whole one, because Beast declines clients that cannot choose theirs if it is smaller.
websocket::permessage_deflate compression() {
    websocket::permessage_deflate options;
    options.server_enable = true;
    options.server_max_window_bits = 13;
    // A client's messages are short: nothing is gained by keeping its window from one to the next.
    options.client_no_context_takeover = true;
    // Below 5 zlib takes the first repetition that it finds, and an update takes twice the bytes.
    options.compLevel = 6;
    options.memLevel = 4;
    return options;
}

/// Whether a text ends within a character. \pre it is the beginning of a valid UTF-8 text
bool is_cut_off(std::string_view text) {
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
        auto const byte = static_cast<unsigned char>(text[text.size() - back]);
        auto const is_continuation = (byte & 0xc0) == 0x80;
        // The leading ones of a character's first byte are the number of its bytes.
        if (!is_continuation) return static_cast<std::size_t>(std::countl_one(byte)) > back;
    }
    return false;
}

} // namespace

WebSocketCodec::WebSocketCodec(IoExecutor const& executor, std::string& output, std::size_t message_bytes, bool deflate)
    : output_(output), ws_(executor, output) {
    ws_.read_message_max(message_bytes);
    ws_.auto_fragment(false);
    ws_.control_callback([this](websocket::frame_type type, beast::string_view) {
        if (type != websocket::frame_type::close) ++control_frames_;
    });
    if (deflate) ws_.set_option(compression());
}

void WebSocketCodec::accept(RequestHead const& request) {
    error_code error;
    ws_.accept(request, error);
    is_open_ = !error;
}

void WebSocketCodec::received(std::size_t bytes) {
    bytes_without_message_ += bytes;
    close_on_failure([&] { ws_.next_layer().received(bytes); });
}

std::optional<std::string_view> WebSocketCodec::next_message() {
    close_on_failure([this] {
        if (is_open_ && !is_reading_ && !has_message_) {
            is_reading_ = true;
            // Not after a long message: most connections are idle.
            constexpr std::size_t kept = 4096;
            message_.clear();
            if (message_.capacity() > kept) message_.shrink_to_fit();
            read_some();
        }
        tasks_.run();
    });
    if (!is_open_ || !std::exchange(has_message_, false)) return std::nullopt;
    bytes_without_message_ = 0;
    return text();
}

int WebSocketCodec::reset_control_frames() {
    constexpr std::size_t counted_as_one = 1536;
    auto const parts = bytes_without_message_ / counted_as_one;
    bytes_without_message_ %= counted_as_one;
    return std::exchange(control_frames_, 0) + static_cast<int>(parts);
}

// Writing waits for nothing, so it needs no completion. No other write is under way: those of a read have completed
// when `next_message` returns.

void WebSocketCodec::write_text(std::string_view text, bool compressed) {
    close_on_failure([&] {
        error_code error;
        ws_.compress(compressed);
        ws_.write(asio::buffer(text), error);
    });
}

void WebSocketCodec::write_ping() {
    close_on_failure([this] {
        error_code error;
        ws_.ping({}, error);
    });
}

void WebSocketCodec::write_close(unsigned short code, std::string_view reason) {
    websocket::close_reason why(static_cast<websocket::close_code>(code));
    why.reason.assign(reason.data(), std::min(reason.size(), why.reason.max_size()));
    close_on_failure([&] {
        start_close(why);
        tasks_.run();
    });
}

/// What has been written of a frame is taken back, and Beast is not used any more.
template <class Step>
void WebSocketCodec::close_on_failure(Step const& step) {
    auto const before = output_.size();
    try {
        step();
    } catch (...) {
        output_.resize(before);
        is_open_ = false;
        throw;
    }
}

void WebSocketCodec::read_some() {
    ws_.async_read_some(
        message_, 0, asio::bind_executor(tasks_.executor(), [this](error_code error, std::size_t) { on_read(error); }));
}

void WebSocketCodec::on_read(error_code error) {
    if (error) {
        // Beast has written its close frame already, because the client closed or made a fault.
        if (is_open_ && error == websocket::error::closed) refuse_close_code();
        is_open_ = false;
        was_message_too_long_ = error == websocket::error::message_too_big;
    } else if (ws_.got_binary()) {
        start_close({websocket::close_code::unknown_data, "text frames only"});
    } else if (!ws_.is_message_done()) {
        read_some();
    } else if (is_cut_off(text())) {
        // Beast does not check the end of a text whose last fragment is empty.
        start_close({websocket::close_code::bad_payload, "not UTF-8"});
    } else {
        is_reading_ = false;
        has_message_ = true;
    }
}

/// Beast takes a code above 4999 for one that a client may send, and answers it with itself, in the last frame.
void WebSocketCodec::refuse_close_code() {
    constexpr unsigned short highest = 4999;
    if (ws_.reason().code <= highest) return;
    constexpr std::string_view protocol_error = "\x03\xea"; // 1002
    output_.replace(output_.size() - protocol_error.size(), protocol_error.size(), protocol_error);
}

/// It never completes: the session waits for the client's answer.
void WebSocketCodec::start_close(websocket::close_reason const& reason) {
    is_open_ = false;
    ws_.async_close(reason, asio::bind_executor(tasks_.executor(), [](error_code) {}));
}

std::string_view WebSocketCodec::text() const {
    auto const bytes = message_.cdata();
    return {static_cast<char const*>(bytes.data()), bytes.size()};
}

} // namespace tefuda::server
