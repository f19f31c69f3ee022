// Messages for connections, in order; their texts stand one behind the other in one buffer.
#pragma once

#include "protocol/codec/json_text.hpp"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace tefuda::server {

class ClientSession;
using ClientSessionPtr = std::shared_ptr<ClientSession>;

class Deliveries {
public:
    /// Where the next text is written; then `to` says whom it is for.
    codec::JsonText& write() {
        if (let_out_) text_.clear();
        begin_ = text_.size();
        return text_;
    }

    /// What was written last is for this one; may be called for several.
    void to(ClientSessionPtr const& member);

    /// Sends all; what is written from now on is sent at once.
    void let_out();

private:
    struct Delivery {
        ClientSessionPtr to;
        std::uint32_t begin;
        std::uint32_t size;
    };

    codec::JsonText text_;
    std::size_t begin_ = 0;
    bool let_out_ = false;
    std::vector<Delivery> all_;
};

} // namespace tefuda::server
