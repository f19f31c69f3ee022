#include "protocol/client_message.hpp"

#include "protocol/codec/decode.hpp"
#include "protocol/codec/read_json.hpp"
#include "protocol/codec/text.hpp"
#include "rules/core/seeded_chance.hpp"

#include <vector>

namespace tefuda {

namespace {

using codec::Json;

Rejection refuse(ErrorCode code, std::string message) {
    return {code, std::move(message)};
}

/// The length limits of a message's texts.
template <class M>
std::optional<Rejection> check_texts(M const& message) {
    if constexpr (requires { message.entropy; }) {
        if (message.entropy && codec::count_code_points(*message.entropy) > 128)
            return refuse(ErrorCode::bad_message, "\"entropy\" is longer than 128 characters.");
    }
    if constexpr (requires { message.text; }) {
        auto const length = codec::count_code_points(message.text);
        if (length < 1 || length > 500)
            return refuse(ErrorCode::bad_message, "\"text\" must have 1 to 500 characters.");
    }
    if constexpr (std::same_as<M, Join>) {
        if (message.role == JoinRole::spectator && (message.seat || message.entropy))
            return refuse(ErrorCode::bad_message, "A spectator joins without \"seat\" and \"entropy\".");
        if (codec::count_code_points(message.name) > 24)
            return refuse(ErrorCode::bad_name, "A name has at most 24 characters.");
        if (codec::is_blank(message.name))
            return refuse(ErrorCode::bad_name, "A name needs a character that can be seen.");
    }
    return std::nullopt;
}

bool is_known_type(std::string_view type) {
    bool known = false;
    boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, ClientMessage>>(
        [&](auto alternative) { known = known || decltype(alternative)::type::type == type; });
    return known;
}

/// Takes the id off a message; whether it was a good one, or none.
bool take_id(Json& json, MessageId& id) {
    auto const found = json.find("id");
    if (found == json.end()) return true;
    auto const good = found->is_string() || found->is_number();
    if (good) id = codec::RawJson{found->dump()};
    json.erase(found);
    return good;
}

} // namespace

Decoded decode_message(std::string_view text) {
    auto json = codec::read_json(text);
    if (!json) return {{}, refuse(ErrorCode::bad_json, "This is not JSON, or an object in it has a field twice.")};
    if (!json->is_object()) return {{}, refuse(ErrorCode::bad_message, "A message must be a JSON object.")};

    MessageId id;
    auto const good_id = take_id(*json, id);
    auto const type = json->find("type");
    auto const has_type = type != json->end() && type->is_string();
    if (has_type && !is_known_type(type->get_ref<std::string const&>()))
        return {id, refuse(ErrorCode::unknown_type, "There is no message of this type.")};
    if (!good_id) return {{}, refuse(ErrorCode::bad_message, "\"id\" must be a string or a number.")};
    if (!has_type) return {id, refuse(ErrorCode::bad_message, "A message must have a \"type\", a string.")};

    codec::Decoder decoder;
    auto message = decoder.read<ClientMessage>(*json);
    if (!message) return {id, refuse(ErrorCode::bad_message, "Bad message: " + decoder.problem() + ".")};
    if (auto refused = std::visit([](auto const& m) { return check_texts(m); }, *message))
        return {id, std::move(*refused)};
    return {id, std::move(*message)};
}

std::variant<FixedDeal, Illegal> decode_fixed_deal(std::string_view text) {
    codec::Decoder decoder;
    auto deal = decoder.read<FixedDeal>(Json::parse(text, nullptr, false));
    if (!deal) return Illegal{"The fixed deal can't be read: " + decoder.problem() + "."};
    if (!bytes32_from_hex(deal->server_seed)) return Illegal{"\"server_seed\" must be 64 hex digits."};
    return std::move(*deal);
}

} // namespace tefuda
