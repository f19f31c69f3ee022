#include "protocol/client_message.hpp"

#include "protocol/call_link.hpp"
#include "protocol/codec/decode.hpp"
#include "protocol/codec/text.hpp"
#include "protocol/player_name.hpp"
#include "rules/core/seeded_chance.hpp"

#include <cmath>
#include <vector>

namespace tefuda {

namespace {

/// No game's longest action needs half of it.
constexpr std::size_t max_act_bytes = 2048;

/// Control characters that a text of several lines has.
constexpr std::string_view line_signs = "\n\r\t";

Rejection refuse(ErrorCode code, std::string message) {
    return {code, std::move(message)};
}

Rejection refused_name(NameFault fault) {
    return {.code = ErrorCode::bad_name, .message = std::string(sentence_of(fault)), .name_fault = fault};
}

/// Checks the limits of a message's texts: their length, and that no character of them controls something.
template <class M>
std::optional<Rejection> check_texts(M const& message) {
    if constexpr (requires { message.entropy; }) {
        if (message.entropy && codec::count_code_points(*message.entropy) > 128)
            return refuse(ErrorCode::bad_message, "\"entropy\" is longer than 128 characters.");
        if (message.entropy && codec::has_control_characters(*message.entropy))
            return refuse(ErrorCode::bad_message, "\"entropy\" has a control character.");
    }
    if constexpr (std::same_as<M, Report>) {
        if (message.text && codec::count_code_points(*message.text) > 500)
            return refuse(ErrorCode::bad_message, "\"text\" must have 500 characters at most.");
        if (message.text && codec::has_control_characters(*message.text, line_signs))
            return refuse(ErrorCode::bad_message, "\"text\" has a control character.");
    } else if constexpr (requires { message.text; }) {
        auto const length = codec::count_code_points(message.text);
        if (length < 1 || length > 500)
            return refuse(ErrorCode::bad_message, "\"text\" must have 1 to 500 characters.");
        if (codec::has_control_characters(message.text, line_signs))
            return refuse(ErrorCode::bad_message, "\"text\" has a control character.");
    }
    if constexpr (std::same_as<M, SetCall>)
        if (message.link && !is_call_link(*message.link))
            return refuse(ErrorCode::bad_message,
                          "\"link\" must be an address https://HOST, with 200 plain characters at most.");
    if constexpr (std::same_as<M, Join>) {
        if (message.role == JoinRole::spectator && (message.seat || message.entropy))
            return refuse(ErrorCode::bad_message, "A spectator joins without \"seat\" and \"entropy\".");
        if (auto const fault = fault_of_name(message.name)) return refused_name(*fault);
    }
    return std::nullopt;
}

bool is_known_type(std::string_view type) {
    bool known = false;
    boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, ClientMessage>>(
        [&](auto alternative) { known = known || codec::is_word(type, decltype(alternative)::type::type); });
    return known;
}

/// The rejection of a message that could not be decoded. \param problem the decoder's error text
Rejection undecodable(codec::JsonValue json, bool has_good_id, std::string const& problem) {
    auto const type = json.find("type");
    auto const has_type = type && type->is_string();
    if (has_type && !is_known_type(type->string()))
        return {ErrorCode::unknown_type, "There is no message of this type."};
    if (!has_good_id) return {ErrorCode::bad_message, "\"id\" must be a string, or a number in a double's range."};
    if (!has_type) return {ErrorCode::bad_message, "A message must have a \"type\", a string."};
    return {ErrorCode::bad_message, "Bad message: " + problem + "."};
}

} // namespace

Decoded decode_message(std::string_view text) {
    auto tree = codec::JsonTree::parse(text);
    if (!tree) return {{}, refuse(ErrorCode::bad_json, "This is not JSON, or an object in it has a field twice.")};
    auto const json = tree->root();
    if (!json.is_object()) return {{}, refuse(ErrorCode::bad_message, "A message must be a JSON object.")};

    auto const given_id = tree->take("id");
    auto const good_id =
        !given_id || given_id->is_string() || (given_id->is_number() && std::isfinite(given_id->number()));
    MessageId id;
    if (given_id && good_id) id = codec::RawJson{given_id->text()};
    codec::Decoder decoder;
    auto message = decoder.read<ClientMessage>(json);
    if (!message || !good_id) return {std::move(id), undecodable(json, good_id, decoder.problem())};
    if (auto refused = std::visit([](auto const& m) { return check_texts(m); }, *message))
        return {std::move(id), std::move(*refused)};
    if (auto* act = std::get_if<Act>(&*message)) {
        if (text.size() > max_act_bytes)
            return {std::move(id), refuse(ErrorCode::bad_message, "An \"act\" has at most 2 KiB.")};
        act->action.keep(std::move(*tree));
    }
    return {std::move(id), std::move(*message)};
}

std::variant<FixedDeal, Illegal> decode_fixed_deal(std::string_view text) {
    codec::Decoder decoder;
    auto deal = decoder.read_text<FixedDeal>(text);
    if (!deal) return Illegal{"The fixed deal can't be read: " + decoder.problem() + "."};
    if (!bytes32_from_hex(deal->server_seed)) return Illegal{"\"server_seed\" must be 64 hex digits."};
    return std::move(*deal);
}

} // namespace tefuda
