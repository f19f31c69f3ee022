// A buffer for JSON text under construction. Unlike std::string's, its appends are inlined to a comparison and a copy.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace tefuda::codec {

/// A text that grows at its end. It allocates with the first character; its memory comes from the calling thread's
/// spare buffers, and its destructor returns the memory to those of the thread that runs it.
class JsonText {
public:
    JsonText() = default;
    ~JsonText() { give_back(); }
    /// Leaves the other text empty.
    JsonText(JsonText&& other) noexcept
        : begin_(std::move(other.begin_)), end_(std::exchange(other.end_, nullptr)),
          limit_(std::exchange(other.limit_, nullptr)) {}
    JsonText& operator=(JsonText&& other) noexcept;

    /// Makes sure that `size` more characters fit. Then write them at `end()` and report them with `wrote`.
    void make_room(std::size_t size) {
        if (static_cast<std::size_t>(limit_ - end_) < size) grow(size);
    }
    char* end() { return end_; }
    void wrote(std::size_t size) { end_ += size; }
    void wrote_to(char* end) { end_ = end; }

    JsonText& operator+=(char c) {
        make_room(1);
        *end_++ = c;
        return *this;
    }

    JsonText& operator+=(std::string_view text) {
        make_room(text.size());
        std::memcpy(end_, text.data(), text.size());
        end_ += text.size();
        return *this;
    }

    /// Removes the last character. \pre not empty
    void pop_back() { --end_; }
    void clear() { end_ = begin_.get(); }

    bool empty() const { return end_ == begin_.get(); }
    /// \pre not empty
    char back() const { return end_[-1]; }
    /// Valid until the text changes.
    std::string_view view() const { return {begin_.get(), size()}; }
    std::size_t size() const { return static_cast<std::size_t>(end_ - begin_.get()); }
    std::string str() const { return std::string(view()); }

private:
    void grow(std::size_t size);
    void give_back() noexcept {
        if (begin_) give_to_spares();
    }
    void give_to_spares() noexcept;

    std::unique_ptr<char[]> begin_;
    char* end_ = nullptr;
    char* limit_ = nullptr;
};

} // namespace tefuda::codec
