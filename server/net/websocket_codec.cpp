#include "server/net/websocket_codec.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/detail/utf8_checker.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <boost/endian/conversion.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace tefuda::server {

namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;

namespace {

/// Thrown when Beast wants more bytes than the client has sent. Unlike an error code, it leaves Beast's stream usable.
/// It costs some microseconds, so Beast reads only when a whole frame is there; then only a control frame at the end of
/// the input ends so.
struct NeedMore {};

struct FrameSize {
    std::size_t head;
    std::uint64_t payload;
};

/// Whether a frame carries no part of a message: a ping, a pong, or an empty fragment that more follow.
bool is_control_frame(std::string_view frame) {
    auto const first = static_cast<unsigned char>(frame[0]);
    auto const opcode = first & 0x0f;
    auto const is_last = (first & 0x80) != 0;
    auto const is_empty = (frame[1] & 0x7f) == 0;
    return opcode == 9 || opcode == 10 || (is_empty && !is_last);
}

/// How long the frame is that the bytes begin with (RFC 6455, section 5.2). Nothing else about frames is known here.
/// \returns nothing while the head is incomplete
std::optional<FrameSize> frame_size(std::string_view bytes) {
    if (bytes.size() < 2) return std::nullopt;
    auto const* const head = reinterpret_cast<unsigned char const*>(bytes.data());
    auto const is_masked = (head[1] & 0x80) != 0;
    auto const length = head[1] & 0x7f;
    // A short length stands for itself; 126 and 127 say that it follows, in 2 or in 8 bytes.
    std::size_t const length_size = length == 126 ? 2 : length == 127 ? 8 : 0;
    auto const head_size = 2 + length_size + (is_masked ? 4 : 0);
    if (bytes.size() < head_size) return std::nullopt;
    if (length_size == 2) return FrameSize{head_size, boost::endian::load_big_u16(head + 2)};
    if (length_size == 8) return FrameSize{head_size, boost::endian::load_big_u64(head + 2)};
    return FrameSize{head_size, static_cast<std::uint64_t>(length)};
}

/// What Beast reads from and writes to (a SyncStream).
class MemoryStream {
public:
    using executor_type = IoExecutor;

    MemoryStream(executor_type executor, std::string& output, std::size_t message_bytes)
        : executor_(std::move(executor)), output_(output), message_bytes_(message_bytes) {}

    executor_type get_executor() const { return executor_; }

    void feed(std::string_view bytes) {
        if (kept_.empty()) {
            input_ = bytes;
        } else {
            kept_ += bytes;
            input_ = kept_;
        }
    }

    /// Whether a whole frame is there, or the head of one that is longer than a message may be: Beast refuses it.
    bool has_frame() const { return next_frame_size() > 0; }

    /// Keeps a copy of the bytes that have not been read: the memory of the others is no longer needed.
    void keep_rest() {
        // Swapped, because an assignment would keep the old memory.
        if (input_.size() != kept_.size()) std::string(input_).swap(kept_);
        input_ = kept_;
    }

    /// The frame that Beast has read last; valid as long as the bytes that were fed.
    std::string_view last_frame() const { return last_frame_; }
    int take_control_frames() { return std::exchange(control_frames_, 0); }
    std::string& output() { return output_; }

    template <class Buffers>
    std::size_t read_some(Buffers const& buffers, error_code& error) {
        error = {};
        if (frame_left_ == 0) {
            // Never more than one frame: Beast would keep the beginning of the next one.
            frame_left_ = next_frame_size();
            if (frame_left_ == 0) throw NeedMore();
            last_frame_ = input_.substr(0, frame_left_);
            if (is_control_frame(last_frame_)) ++control_frames_;
        }
        auto const read = asio::buffer_copy(buffers, asio::buffer(input_.substr(0, frame_left_)));
        frame_left_ -= read;
        input_.remove_prefix(read);
        return read;
    }

    template <class Buffers>
    std::size_t write_some(Buffers const& buffers, error_code& error) {
        error = {};
        auto const before = output_.size();
        for (auto each = asio::buffer_sequence_begin(buffers); each != asio::buffer_sequence_end(buffers); ++each) {
            asio::const_buffer const bytes(*each);
            output_.append(static_cast<char const*>(bytes.data()), bytes.size());
        }
        return output_.size() - before;
    }

    // A SyncStream has these; nobody calls them.
    template <class Buffers>
    std::size_t read_some(Buffers const& buffers);
    template <class Buffers>
    std::size_t write_some(Buffers const& buffers);

private:
    /// How many bytes Beast gets next; 0 if it must wait.
    std::size_t next_frame_size() const {
        auto const frame = frame_size(input_);
        if (!frame) return 0;
        if (frame->payload > message_bytes_) return input_.size();
        auto const size = frame->head + static_cast<std::size_t>(frame->payload);
        return size <= input_.size() ? size : 0;
    }

    executor_type executor_;
    std::string& output_;
    std::size_t message_bytes_;
    /// What has not been read: it lies in `kept_` or in the caller's memory.
    std::string_view input_;
    std::string kept_;
    std::string_view last_frame_;
    std::size_t frame_left_ = 0;
    int control_frames_ = 0;
};

// Beast calls this to end the connection, which is the task of the session.
void teardown(beast::role_type, MemoryStream&, error_code& error) {
    error = {};
}

/// The code in a client's close frame (the payload is masked). \returns nothing if it has none
std::optional<unsigned> close_code_of(std::string_view frame) {
    constexpr std::size_t mask = 2;
    constexpr std::size_t payload = mask + 4;
    if (frame.size() < payload + 2) return std::nullopt;
    auto const byte = [&](std::size_t i) { return static_cast<unsigned char>(frame[payload + i] ^ frame[mask + i]); };
    return byte(0) << 8 | byte(1);
}

} // namespace

class WebSocketCodec::BeastStream {
public:
    BeastStream(IoExecutor const& executor, std::string& output, std::size_t message_bytes, bool deflate)
        : ws_(executor, output, message_bytes) {
        ws_.read_message_max(message_bytes);
        ws_.auto_fragment(false);
        if (deflate) ws_.set_option(compression());
    }

    MemoryStream& memory() { return ws_.next_layer(); }
    bool is_open() const { return is_open_; }
    bool was_message_too_long() const { return was_message_too_long_; }

    void accept(RequestHead const& request) {
        error_code error;
        ws_.accept(request, error);
        is_open_ = !error;
    }

    std::optional<std::string_view> next_message() {
        if (ws_.is_message_done()) message_.clear();
        while (is_open_) {
            // In the middle of a message it may be that Beast holds bytes already.
            if (ws_.is_message_done() && !memory().has_frame()) break;
            if (!read_some()) break;
            if (is_open_ && ws_.is_message_done()) return text();
        }
        return std::nullopt;
    }

    /// Gives back the memory that is needed only while there is something to read.
    void release_memory() {
        memory().keep_rest();
        message_.shrink_to_fit();
    }

    void write_text(std::string_view text, bool compressed) {
        error_code error;
        ws_.compress(compressed);
        ws_.write(asio::buffer(text), error);
    }

    void write_ping() {
        error_code error;
        ws_.ping({}, error);
    }

    void write_close(websocket::close_reason const& reason) {
        is_open_ = false;
        error_code error;
        try {
            ws_.close(reason, error);
        } catch (NeedMore const&) {
            // Beast has written the close frame. The session waits for the answer, not Beast.
        }
    }

private:
    /// A small window for what the server sends: a few updates fit into it, and each connection has its own. For what
    /// clients send the whole one, because Beast declines clients that cannot choose theirs if it is smaller.
    static websocket::permessage_deflate compression() {
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

    /// \returns false if Beast needs more bytes
    bool read_some() {
        error_code error;
        std::size_t read = 0;
        try {
            read = ws_.read_some(message_, 0, error);
        } catch (NeedMore const&) {
            return false;
        }
        if (error)
            closed(error);
        else if (ws_.got_binary())
            write_close({websocket::close_code::unknown_data, "text frames only"});
        else if (read == 0 && ws_.is_message_done() && !websocket::detail::check_utf8(text().data(), text().size()))
            // Beast does not check the end of a text whose last fragment is empty.
            write_close({websocket::close_code::bad_payload, "not UTF-8"});
        return true;
    }

    std::string_view text() const {
        auto const bytes = message_.cdata();
        return {static_cast<char const*>(bytes.data()), bytes.size()};
    }

    /// Beast has written its close frame already, because the client closed or made a fault.
    void closed(error_code error) {
        is_open_ = false;
        was_message_too_long_ = error == websocket::error::message_too_big;
        if (error != websocket::error::closed && error != websocket::error::bad_close_code) return;
        // Beast 1.81 answers codes above 4999, which are not allowed, with the same code, and it refuses 1014, which is
        // registered. Its answer ends with the code.
        auto const code = close_code_of(memory().last_frame());
        auto& output = memory().output();
        auto* const answered = reinterpret_cast<unsigned char*>(output.data() + output.size() - 2);
        if (code > 4999) boost::endian::store_big_u16(answered, websocket::close_code::protocol_error);
        if (code == 1014) boost::endian::store_big_u16(answered, 1014);
    }

    websocket::stream<MemoryStream, true> ws_;
    /// The message that is being read, or that was returned last.
    beast::flat_buffer message_;
    bool is_open_ = false;
    bool was_message_too_long_ = false;
};

WebSocketCodec::WebSocketCodec(IoExecutor const& executor, std::string& output, std::size_t message_bytes, bool deflate)
    : beast_(std::make_unique<BeastStream>(executor, output, message_bytes, deflate)) {}

WebSocketCodec::~WebSocketCodec() = default;

void WebSocketCodec::accept(RequestHead const& request) {
    beast_->accept(request);
}

void WebSocketCodec::feed(std::string_view bytes) {
    beast_->memory().feed(bytes);
}

std::optional<std::string_view> WebSocketCodec::next_message() {
    auto const message = beast_->next_message();
    if (!message) beast_->release_memory();
    return message;
}

int WebSocketCodec::take_control_frames() {
    return beast_->memory().take_control_frames();
}

bool WebSocketCodec::is_open() const {
    return beast_->is_open();
}

bool WebSocketCodec::was_message_too_long() const {
    return beast_->was_message_too_long();
}

void WebSocketCodec::write_text(std::string_view text, bool compressed) {
    beast_->write_text(text, compressed);
}

void WebSocketCodec::write_ping() {
    beast_->write_ping();
}

void WebSocketCodec::write_close(unsigned short code, std::string_view reason) {
    websocket::close_reason why(static_cast<websocket::close_code>(code));
    why.reason.assign(reason.data(), std::min(reason.size(), why.reason.max_size()));
    beast_->write_close(why);
}

} // namespace tefuda::server
