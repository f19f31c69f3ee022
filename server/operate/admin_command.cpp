#include "server/operate/admin_command.hpp"

#include "protocol/codec/decode.hpp"
#include "protocol/codec/text.hpp"

#include <utility>

namespace tefuda::server {

std::variant<AdminCommand, std::string> read_admin_command(std::string_view line) {
    codec::Decoder decoder;
    auto const request = decoder.read_text<AdminRequest>(line);
    if (!request) return "This is no command: " + decoder.problem() + ".";
    std::optional<std::variant<AdminCommand, std::string>> read;
    boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, AdminCommand>>([&](auto alternative) {
        using C = typename decltype(alternative)::type;
        if (C::command != request->command) return;
        codec::Decoder of_arguments;
        auto command = of_arguments.read_text<C>(request->arguments ? request->arguments->text : "{}");
        if (!command) {
            read = request->command + ": " + of_arguments.problem() + ".";
            return;
        }
        if constexpr (requires { command->code; }) command->code = codec::typed_code(command->code);
        read = AdminCommand(std::move(*command));
    });
    if (read) return std::move(*read);
    return "There is no command \"" + request->command + "\".";
}

std::string fault_of_text(std::string_view name, std::string_view text) {
    constexpr std::size_t longest = 500;
    if (codec::count_code_points(text) > longest) return std::string(name) + " has at most 500 characters.";
    if (codec::has_control_characters(text)) return std::string(name) + " has a control character.";
    return {};
}

} // namespace tefuda::server
