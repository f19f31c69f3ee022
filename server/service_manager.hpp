// Tells systemd how far the server is, where systemd has started it as a service of Type=notify or notify-reload.
#pragma once

namespace tefuda::server {

enum class ServiceState {
    ready,     ///< clients are served: as `GET /readyz` with 200
    reloading, ///< SIGHUP has come; `ready` follows
    stopping
};

/// The protocol of sd_notify(3). Does nothing where no service manager listens ($NOTIFY_SOCKET); a failure is logged.
void notify_service_manager(ServiceState state);

} // namespace tefuda::server
