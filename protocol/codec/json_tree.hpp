// JSON text, read into a tree. The parser is Boost.JSON's; the tree is flat and refers to its text, and its memory
// comes from the spares of the thread that reads it and goes to those of the thread that is done with it: where that is
// the same one, a message costs no allocations.
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

/// One value of a tree, which must outlive it.
class JsonValue {
public:
    bool is_null() const { return node_->kind == Kind::null; }
    bool is_boolean() const { return node_->kind == Kind::boolean; }
    bool is_number() const { return node_->kind == Kind::number; }
    bool is_string() const { return node_->kind == Kind::string; }
    bool is_list() const { return node_->kind == Kind::list; }
    bool is_object() const { return node_->kind == Kind::object; }

    /// \pre it is one
    bool boolean() const { return node_->number != 0; }
    /// \pre it is one; what is larger than a double can be is the largest one
    double number() const { return node_->number; }
    /// \pre it is one
    std::string_view string() const { return node_->text; }

    /// Of a field of an object.
    std::string_view name() const { return node_->name; }

    /// A list's items or an object's fields, in order.
    class Iterator;
    Iterator begin() const;
    Iterator end() const;
    /// How many these are.
    std::size_t size() const { return node_->size; }
    /// An object's field.
    std::optional<JsonValue> find(std::string_view name) const;

    /// As compact JSON.
    void append_to(JsonText& out) const;
    std::string text() const;

private:
    friend class JsonTree;

    enum class Kind : std::uint8_t { null, boolean, number, string, list, object };

    struct Node {
        Kind kind;
        bool taken = false;
        /// How many items or fields it has.
        std::uint32_t size = 0;
        /// Of how many nodes it consists: itself, then all that is inside.
        std::uint32_t extent = 1;
        /// A field's name.
        std::string_view name;
        /// A string's characters; of another scalar its JSON; of a list or an object nothing.
        std::string_view text;
        double number = 0;
    };

    explicit JsonValue(Node const* node) : node_(node) {}

    Node const* node_;
};

class JsonTree {
public:
    /// Reads a text; nothing where it is no JSON (of at most 10,000 levels) or an object in it has a field twice.
    static std::optional<JsonTree> parse(std::string_view text);

    JsonTree(JsonTree&&) = default;
    JsonTree& operator=(JsonTree&&) = default;
    ~JsonTree() {
        if (memory_) give_back();
    }

    JsonValue root() const { return JsonValue(memory_->nodes.data()); }

    /// Takes a field off the root, as if it had not been there. \returns it, if it was there \pre the root is an object
    std::optional<JsonValue> take(std::string_view name);

private:
    using Node = JsonValue::Node;
    using Kind = JsonValue::Kind;

    struct Memory {
        std::string text;
        std::vector<Node> nodes;
        /// The characters of strings that were written with escapes.
        std::vector<char> chars;
        /// While it is read: the lists and objects that are open, as indices of nodes.
        std::vector<std::uint32_t> open;
    };

    class Builder;

    JsonTree();
    void give_back();
    using Spare = Spares<std::unique_ptr<Memory>, 16>;

    std::unique_ptr<Memory> memory_;
};

/// An object in a tree; it may have the tree, and outlast whoever read it then.
class JsonObject {
public:
    /// \pre it is one
    explicit JsonObject(JsonValue value) : value_(value) {}

    JsonValue value() const { return value_; }

    /// \param tree which it is in
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
