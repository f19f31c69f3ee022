#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tefuda {

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
        ++size_;
    }

    std::size_t size() const { return size_; }

    std::vector<std::string> list() const {
        std::vector<std::string> texts;
        texts.reserve(size_);
        std::size_t length = 0;
        for (std::string_view rest = bytes_; !rest.empty();) {
            auto const part = static_cast<unsigned char>(rest.front());
            rest.remove_prefix(1);
            length += part;
            if (part == more) continue;
            texts.emplace_back(rest.substr(0, length));
            rest.remove_prefix(std::exchange(length, 0));
        }
        return texts;
    }

private:
    static constexpr std::size_t more = 255;

    /// Before each text its length in bytes of up to `more`, the sum of them; the last one is less.
    std::string bytes_;
    std::size_t size_ = 0;
};

} // namespace tefuda
