// What the server answers to a GET, but for the web client's files.
#pragma once

#include "server/session/guesses.hpp"
#include "server/room/room_registry.hpp"
#include "server/net/service.hpp"

#include <atomic>

namespace tefuda::server {

class HttpApi {
public:
    HttpApi(RoomRegistry& lobby, Guesses& guesses);

    /// As Service::get.
    void get(std::string_view target, std::string const& address, std::function<void(HttpReply)> reply);

    enum class Readiness { starting, ready, stopping };

    /// What `/readyz` goes by. While the server starts there are no other documents, but for its health and metrics.
    Readiness readiness() const { return readiness_; }
    void set(Readiness readiness) { readiness_ = readiness; }

private:
    void get_room(std::string_view rest, std::string_view query, std::string const& address,
                  std::function<void(HttpReply)> reply);

    RoomRegistry& lobby_;
    Guesses& guesses_;
    std::atomic<Readiness> readiness_ = Readiness::starting;
    std::string const games_;
    std::string const async_api_;
};

} // namespace tefuda::server
