// Parses JSON text into a tree. The parser is Boost.JSON's. The tree is a flat list of nodes that refer to a copy of
// the text. Its memory comes from the spare buffers of the thread that parses and goes to those of the thread that
// destroys the tree; if both are the same thread, parsing a message allocates nothing.
#pragma once

#include "protocol/codec/spares.hpp"
#include "protocol/codec/text.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tefuda::codec {

/// A non-owning reference to one value of a JsonTree; the tree must outlive it.
class JsonValue {
public:
    bool is_null() const { return node_->kind == Kind::null; }
    bool is_boolean() const { return node_->kind == Kind::boolean; }
    bool is_number() const { return node_->kind == Kind::number; }
    bool is_string() const { return node_->kind == Kind::string; }
    bool is_list() const { return node_->kind == Kind::list; }
    bool is_object() const { return node_->kind == Kind::object; }

    /// \pre is_boolean()
    bool boolean() const { return node_->number != 0; }
    /// A number beyond a double's range is infinite; one that is too small is the smallest of its sign; minus zero
    /// is 0. \pre is_number()
    double number() const { return node_->number; }
    /// The string with escapes decoded. \pre is_string()
    std::string_view string() const { return node_->text; }

    /// The field's name, if this value is a field of an object; otherwise empty.
    std::string_view name() const { return node_->name; }

    /// Iterates over a list's items or an object's fields, in order.
    class Iterator;
    Iterator begin() const;
    Iterator end() const;
    /// The number of items or fields.
    std::size_t size() const { return node_->size; }
    /// The object's field of this name, if there is one.
    std::optional<JsonValue> find(std::string_view name) const;

    /// Appends the value as compact JSON.
    void append_to(JsonText& out) const;
    std::string text() const;

    /// Whether both are the same JSON: numbers of the same value, objects with the same fields in any order.
    friend bool operator==(JsonValue one, JsonValue other);

private:
    friend class JsonTree;

    enum class Kind : std::uint8_t { null, boolean, number, string, list, object };

    struct Node {
        Kind kind;
        /// Removed by JsonTree::take; iteration skips it.
        bool taken = false;
        /// The number of items or fields.
        std::uint32_t size = 0;
        /// The number of nodes of this value: itself and all its descendants, which follow it.
        std::uint32_t extent = 1;
        /// The field's name, if the value is a field.
        std::string_view name;
        /// A string's decoded characters; another scalar's JSON text; empty for lists and objects.
        std::string_view text;
        double number = 0;
    };

    explicit JsonValue(Node const* node) : node_(node) {}

    Node const* node_;
};

class JsonTree {
public:
    /// Parses a text. Returns nothing if the text is not valid JSON, is nested deeper than 10,000 levels, or has an
    /// object with a duplicate field.
    static std::optional<JsonTree> parse(std::string_view text);

    JsonTree(JsonTree&&) = default;
    JsonTree& operator=(JsonTree&&) = default;
    ~JsonTree() {
        if (memory_) give_back();
    }

    JsonValue root() const { return JsonValue(memory_->nodes.data()); }

    /// Removes a field from the root object. \returns the field's value, if the root had it \pre the root is an object
    std::optional<JsonValue> take(std::string_view name);

private:
    using Node = JsonValue::Node;
    using Kind = JsonValue::Kind;

    struct Memory {
        std::string text;
        std::vector<Node> nodes;
        /// The decoded characters of strings that have escapes in the text.
        std::vector<char> chars;
        /// Used while parsing: node indices of the lists and objects that are not closed yet.
        std::vector<std::uint32_t> open;
    };

    class Builder;

    JsonTree();
    void give_back();
    using Spare = Spares<std::unique_ptr<Memory>, 16>;

    std::unique_ptr<Memory> memory_;
};

/// An object of a tree. It can own the tree, and then stays valid on its own.
class JsonObject {
public:
    /// \pre value.is_object()
    explicit JsonObject(JsonValue value) : value_(value) {}

    JsonValue value() const { return value_; }

    /// Takes ownership of the tree. \param tree the one that contains this object
    void keep(JsonTree tree) { tree_.emplace(std::move(tree)); }

private:
    std::optional<JsonTree> tree_;
    JsonValue value_;
};

class JsonValue::Iterator {
public:
    JsonValue operator*() const { return JsonValue(node_); }
    Iterator& operator++() {
        node_ += node_->extent;
        skip_taken();
        return *this;
    }
    bool operator==(Iterator const& other) const { return node_ == other.node_; }

private:
    friend class JsonValue;
    Iterator(Node const* node, Node const* end) : node_(node), end_(end) { skip_taken(); }
    void skip_taken() {
        while (node_ != end_ && node_->taken) node_ += node_->extent;
    }

    Node const* node_;
    Node const* end_;
};

inline JsonValue::Iterator JsonValue::begin() const {
    return {node_ + 1, node_ + node_->extent};
}

inline JsonValue::Iterator JsonValue::end() const {
    return {node_ + node_->extent, node_ + node_->extent};
}

inline std::optional<JsonValue> JsonValue::find(std::string_view name) const {
    auto field = begin();
    while (field != end() && !is_word((*field).name(), name)) ++field;
    return field == end() ? std::nullopt : std::optional(*field);
}

} // namespace tefuda::codec
