// Fuzzes the decoder of client messages. It must never throw; a rejection must have one of its four codes and a text; a
// valid message must be the same after encoding and decoding it. Input that begins with "fixed:" is decoded as a fixed
// deal.
#include "protocol/client_message.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/codec/text.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>
#include <iostream>

using namespace tefuda;

namespace {

[[noreturn]] void broken(std::string_view what, std::string_view text) {
    std::cerr << what << ": " << text << '\n';
    std::abort();
}

void check_refusal(Rejection const& refused, std::string_view text) {
    constexpr std::array codes{ErrorCode::bad_json, ErrorCode::unknown_type, ErrorCode::bad_message,
                               ErrorCode::bad_name};
    if (std::find(codes.begin(), codes.end(), refused.code) == codes.end())
        broken("a rejection with an unexpected code", text);
    if (refused.message.empty()) broken("a rejection without a text", text);
    codec::to_json(refused.message);
}

void check_message(std::string_view text) {
    auto const decoded = decode_message(text);
    if (decoded.id && !nlohmann::json::accept(decoded.id->text)) broken("an id that is not valid JSON", text);
    if (auto const* refused = std::get_if<Rejection>(&decoded.message)) return check_refusal(*refused, text);
    auto const once = codec::to_json(std::get<ClientMessage>(decoded.message));
    // A number beyond a double's range is infinite, which JSON can't say.
    if (once.find("inf") != once.npos) return;
    auto const again = decode_message(once);
    auto const* message = std::get_if<ClientMessage>(&again.message);
    if (!message) broken("rejected after encoding: " + std::get<Rejection>(again.message).message, once);
    if (codec::to_json(*message) != once) broken("different after encoding and decoding", once);
}

void check_fixed_deal(std::string_view text) {
    auto const read = decode_fixed_deal(text);
    if (auto const* refused = std::get_if<Illegal>(&read)) {
        if (refused->reason.empty()) broken("a rejection without a text", text);
        return;
    }
    auto const once = codec::to_json(std::get<FixedDeal>(read));
    auto const again = decode_fixed_deal(once);
    if (auto const* deal = std::get_if<FixedDeal>(&again); !deal || codec::to_json(*deal) != once)
        broken("a different deal after encoding and decoding", once);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    constexpr std::string_view fixed = "fixed:";
    if (text.starts_with(fixed))
        check_fixed_deal(text.substr(fixed.size()));
    else
        check_message(text);
    return 0;
}
