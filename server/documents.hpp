// What the server answers to a GET, but for the web client's files.
#pragma once

#include "server/lobby.hpp"
#include "server/net/service.hpp"

#include <atomic>

namespace tefuda::server {

class Documents {
public:
    explicit Documents(Lobby& lobby);

    /// As Service::get.
    void get(std::string_view target, std::function<void(HttpReply)> reply);

    /// What `/readyz` says.
    void set_ready(bool ready) { ready_ = ready; }

private:
    void get_room(std::string_view rest, std::string_view query, std::function<void(HttpReply)> reply);

    Lobby& lobby_;
    std::atomic<bool> ready_ = true;
    std::string const games_;
    std::string const async_api_;
};

} // namespace tefuda::server
