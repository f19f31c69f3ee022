// Where HTTP is answered: what the table of routes says of a request is decided here, once and in one order.
#pragma once

#include "server/desk/parts.hpp"
#include "server/desk/route.hpp"
#include "server/operate/readiness.hpp"
#include "server/session/address_rate.hpp"
#include "server/session/sanctions.hpp"

#include <boost/system/result.hpp>

#include <cstddef>

namespace tefuda::server {

/// Thread-safe. By a request's head: no such path 404, no such method 405, a body where none belongs 400, 403 for whom
/// it is not, or a body that is no JSON. Then, once its body is there: a long one 413, the start 503, too often 429, a
/// wrong bearer or nobody 401, the operator's ban 403. What is left is the handler's.
class Desk {
public:
    /// \param requests \param guesses what each address has asked, and which rooms' codes
    Desk(Parts const& parts, Readiness const& readiness, Sanctions const& sanctions, AddressRate& requests,
         AddressRate& guesses)
        : parts_(parts), readiness_(readiness), sanctions_(sanctions), requests_(requests), guesses_(guesses) {}

    /// As Service::admit.
    boost::system::result<Admitted, HttpReply> admit(HttpRequest& request) const;
    /// As Service::handle.
    void handle(HttpRequest request, Reply const& reply);
    /// As Service::identify. Whom the operator has banned is refused.
    void identify(HttpRequest const& request, std::function<void(Identified)> const& reply);

private:
    boost::system::result<Admitted, HttpReply> check(HttpRequest& request) const;
    boost::system::result<void, HttpReply> count(Call const& call);
    bool has(Route const& route) const;
    void find_asker(std::shared_ptr<Call> const& call);
    void answer_asker(CallPtr const& call);

    Parts const parts_;
    Readiness const& readiness_;
    Sanctions const& sanctions_;
    AddressRate& requests_;
    AddressRate& guesses_;
};

} // namespace tefuda::server
