// What players report: stored by a thread of its own, and shown to the operator.
#pragma once

#include "server/operate/admin_command.hpp"
#include "server/operate/operator_table.hpp"
#include "server/room/participant.hpp"
#include "server/runtime/time.hpp"
#include "server/runtime/worker.hpp"

#include <functional>
#include <string>

namespace tefuda::server {

class Reports {
public:
    /// \param tables of the operator, for any thread; they outlive this object
    explicit Reports(Sql& tables) : table_(tables), thread_("reports") { thread_.start(); }

    /// Stores a report; tells once, on any thread, whether it could. From any thread.
    void file(std::string const& address, FiledReport const& report, Moment const& now,
              std::function<void(bool stored)> done);

    // For the operator's thread.
    std::string on(ListReports const& command);
    std::string on(ShowReport const& command);

private:
    OperatorTable table_;
    TaskWorker thread_;
};

} // namespace tefuda::server
