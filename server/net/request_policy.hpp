// What one HTTP request may do. For the .cpp files of server/net only: it includes Beast.
#pragma once

#include "server/metrics/metrics.hpp"
#include "server/metrics/metrics_access.hpp"
#include "server/net/options.hpp"
#include "server/net/peer.hpp"
#include "server/net/service.hpp"

#include <boost/asio/ip/address.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace tefuda::server {

/// What a request says about its sender.
struct MetricsRequest {
    /// The other end of the connection.
    boost::asio::ip::address peer;
    /// Whether a proxy says that it passes the request on for somebody else.
    bool forwarded = false;
    /// Its field Host. A page whose name leads to this machine (DNS rebinding) has its own.
    std::string_view host;
    std::string_view authorization;
};

/// `near` is a loopback address that asks for localhost or a loopback address.
bool may_read_metrics(MetricsRules const& rules, MetricsRequest const& request);

/// Whether a request is an opening handshake (RFC 6455, section 4.2.1) that can be accepted.
struct UpgradeCheck {
    /// 101, or the status of the refusal.
    unsigned status = 101;
    /// A sentence that says what is wrong; empty with 101.
    std::string_view message;
    /// With 403.
    std::optional<RefusedFor> reason{};
};
UpgradeCheck check_upgrade(RequestHead const& request);

/// As ClientConnection::query.
std::string query_of(RequestHead const& request);

/// Decides by a request's head, its connection's other end, and the server's options.
class RequestPolicy {
public:
    /// \param peer the other end; must outlive this object, like the options
    RequestPolicy(TransportOptions const& options, boost::asio::ip::address const& peer)
        : options_(options), peer_(peer) {}

    /// As ClientConnection::address.
    std::string address_of(RequestHead const& request) const;
    /// Whether it comes from this machine, for itself.
    bool is_own(RequestHead const& request) const { return peer_.is_loopback() && !is_forwarded(request); }
    /// Where the client sees the server; empty where the name is none of the server's own (--allowed-hosts).
    std::string origin_of(RequestHead const& request) const;
    /// As the service sees it, without its body.
    HttpRequest read(RequestHead const& request) const;
    /// Whether this request may become a WebSocket.
    UpgradeCheck check(RequestHead const& request) const;
    /// Reads a target in absolute form (RFC 9112, section 3.2.2) as path and Host.
    static void move_host_from_target(RequestHead& request);
    /// Why it can't be told what is asked, or where the request ends; nothing where it can.
    static std::optional<HttpReply> refuse_malformed(RequestHead const& request);
    /// Whether the client waits for a status before it sends the body (RFC 9110, section 10.1.1).
    static bool waits_for_status(RequestHead const& request);
    /// Why a request for `/ws` opens no WebSocket. \param followed something came behind the head
    HttpReply refuse_upgrade(RequestHead const& request, bool has_body, bool followed) const;
    /// Counts and logs that a proxy's X-Forwarded-For is of no use, where it is so.
    void report_forwarded(RequestHead const& request) const;

private:
    TransportOptions const& options_;
    boost::asio::ip::address const& peer_;
};

} // namespace tefuda::server
