// Messages for connections, in order; their texts stand one behind the other in one buffer.
#pragma once

#include "protocol/codec/json_text.hpp"

#include <boost/container/small_vector.hpp>

#include <cstdint>
#include <memory>
#include <string_view>

namespace tefuda::server {

class Member;
using MemberPtr = std::shared_ptr<Member>;

class Deliveries {
public:
    /// Where the next text is written; then `to` says whom it is for.
    codec::JsonText& write() {
        begin_ = text_.size();
        return text_;
    }

    /// What was written last is for this one; may be called for several.
    void to(MemberPtr const& member) {
        auto const end = text_.size();
        all_.push_back({member, static_cast<std::uint32_t>(begin_), static_cast<std::uint32_t>(end - begin_)});
    }

    /// \param take called with each connection and its text, which lives as long as this
    template <class Take>
    void for_each(Take take) const {
        for (auto const& one : all_) take(one.to, text_.view().substr(one.begin, one.size));
    }

private:
    struct Delivery {
        MemberPtr to;
        std::uint32_t begin;
        std::uint32_t size;
    };

    codec::JsonText text_;
    std::size_t begin_ = 0;
    boost::container::small_vector<Delivery, 4> all_;
};

} // namespace tefuda::server
