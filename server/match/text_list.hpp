#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tefuda::server {

/// Texts in one piece of memory, where many are kept for long.
class TextList {
public:
    TextList() = default;
    TextList(std::vector<std::string> const& texts) {
        for (auto const& text : texts) push_back(text);
    }

    void push_back(std::string_view text) {
        auto length = text.size();
        for (; length >= more; length -= more) bytes_ += static_cast<char>(more);
        (bytes_ += static_cast<char>(length)) += text;
    }

    std::size_t size() const {
        std::size_t size = 0;
        for_each([&](std::string_view) { ++size; });
        return size;
    }

    std::vector<std::string> list() const {
        std::vector<std::string> texts;
        for_each([&](std::string_view text) { texts.emplace_back(text); });
        return texts;
    }

private:
    static constexpr std::size_t more = 255;

    template <class Take>
    void for_each(Take take) const {
        std::size_t length = 0;
        for (std::string_view rest = bytes_; !rest.empty();) {
            auto const part = static_cast<unsigned char>(rest.front());
            rest.remove_prefix(1);
            length += part;
            if (part == more) continue;
            take(rest.substr(0, length));
            rest.remove_prefix(std::exchange(length, 0));
        }
    }

    /// Before each text its length in bytes of up to `more`, the sum of them; the last one is less.
    std::string bytes_;
};

} // namespace tefuda::server
