#include "server/room/deliveries.hpp"

#include "server/session/client_session.hpp"

namespace tefuda::server {

void Deliveries::to(ClientSessionPtr const& member) {
    auto const size = text_.size() - begin_;
    if (let_out_)
        member->send(text_.view().substr(begin_));
    else
        all_.push_back({member, static_cast<std::uint32_t>(begin_), static_cast<std::uint32_t>(size)});
}

void Deliveries::let_out() {
    let_out_ = true;
    for (auto const& one : all_) one.to->send(text_.view().substr(one.begin, one.size));
    all_.clear();
}

} // namespace tefuda::server
