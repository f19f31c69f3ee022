#include "protocol/codec/json_tree.hpp"

#include <utility>

namespace tefuda::codec {

namespace {

/// What a rare giant leaves behind is not kept.
constexpr std::size_t largest_spare_bytes = 64 * 1024;

} // namespace

std::unique_ptr<JsonTree::Memory>& JsonTree::spare() {
    static thread_local std::unique_ptr<Memory> memory;
    return memory;
}

JsonTree::JsonTree() : memory_(std::move(spare())) {
    if (!memory_) memory_ = std::make_unique<Memory>();
}

void JsonTree::give_back() {
    auto const size = memory_->nodes.capacity() * sizeof(Node) + memory_->open.capacity() * sizeof(Open) +
                      memory_->chars.capacity() + memory_->text.capacity();
    if (size <= largest_spare_bytes) spare() = std::move(memory_);
}

std::optional<JsonValue> JsonTree::take(std::string_view name) {
    auto& nodes = memory_->nodes;
    auto const found = root().find(name);
    if (found) {
        nodes[static_cast<std::size_t>(found->node_ - nodes.data())].taken = true;
        --nodes.front().size;
    }
    return found;
}

void JsonValue::append_to(JsonText& out) const {
    if (is_string()) {
        append_string(out, string());
    } else if (!node_->text.empty()) {
        out += node_->text;
    } else {
        out += is_list() ? '[' : '{';
        auto first = true;
        for (auto const value : *this) {
            if (!std::exchange(first, false)) out += ',';
            if (is_object()) {
                append_string(out, value.name());
                out += ':';
            }
            value.append_to(out);
        }
        out += is_list() ? ']' : '}';
    }
}

std::string JsonValue::text() const {
    if (!is_string() && !node_->text.empty()) return std::string(node_->text);
    JsonText out;
    append_to(out);
    return out.str();
}

} // namespace tefuda::codec
