// JSON text, read into a tree. The parser is Boost.JSON's; the tree is flat, and its memory is the thread's, so that a
// message costs no allocation for each of its values.
#pragma once

#include "protocol/codec/json_text.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::codec {

class JsonTree;

/// One value of a tree, which must outlive it.
class JsonValue {
public:
    bool is_null() const;
    bool is_boolean() const;
    bool is_number() const;
    bool is_string() const;
    bool is_list() const;
    bool is_object() const;

    /// \pre it is one
    bool boolean() const;
    /// \pre it is one; what is larger than a double can be is the largest one
    double number() const;
    /// \pre it is one
    std::string_view string() const;

    /// Of a field of an object.
    std::string_view name() const;

    /// A list's items or an object's fields, in order.
    class Iterator;
    Iterator begin() const;
    Iterator end() const;
    /// How many these are.
    std::size_t size() const;
    /// An object's field.
    std::optional<JsonValue> find(std::string_view name) const;

    /// As compact JSON.
    void append_to(JsonText& out) const;
    std::string text() const;

private:
    friend class JsonTree;
    JsonValue(JsonTree const& tree, std::uint32_t index) : tree_(&tree), index_(index) {}

    JsonTree const* tree_;
    std::uint32_t index_;
};

class JsonTree {
public:
    /// Reads a text; nothing where it is no JSON (of at most 10,000 levels) or an object in it has a field twice.
    static std::optional<JsonTree> parse(std::string_view text);

    JsonTree(JsonTree&&) = default;
    JsonTree& operator=(JsonTree&&) = default;
    ~JsonTree();

    JsonValue root() const { return {*this, 0}; }

    /// Takes a field off the root, as if it had not been there. \returns it, if it was there \pre the root is an object
    std::optional<JsonValue> take(std::string_view name);

private:
    friend class JsonValue;
    friend class JsonValue::Iterator;

    enum class Kind : std::uint8_t { null, boolean, number, string, list, object };

    struct Span {
        std::uint32_t begin = 0;
        std::uint32_t size = 0;
    };

    struct Node {
        Kind kind;
        bool taken = false;
        /// A field's name; in `Memory::chars`.
        Span name;
        /// A string, or a number as it was written where a double holds it.
        Span text;
        double number = 0;
        /// The first node that is not inside this one.
        std::uint32_t end = 0;
    };

    struct Memory {
        std::vector<Node> nodes;
        std::string chars;
        /// While it is read: the lists and objects that are open.
        std::vector<std::uint32_t> open;
    };

    class Builder;

    JsonTree();
    template <class Error>
    static std::optional<JsonTree> parse(std::string_view text, Error& error);
    std::string_view chars(Span span) const { return std::string_view(memory_.chars).substr(span.begin, span.size); }
    static Memory& spare();

    Memory memory_;
};

class JsonValue::Iterator {
public:
    JsonValue operator*() const { return {*tree_, index_}; }
    Iterator& operator++();
    bool operator==(Iterator const&) const = default;

private:
    friend class JsonValue;
    Iterator(JsonTree const& tree, std::uint32_t index, std::uint32_t end) : tree_(&tree), index_(index), end_(end) {
        skip_taken();
    }
    void skip_taken();

    JsonTree const* tree_;
    std::uint32_t index_;
    std::uint32_t end_;
};

} // namespace tefuda::codec
