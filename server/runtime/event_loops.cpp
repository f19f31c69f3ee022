#include "server/runtime/event_loops.hpp"

#include "server/runtime/failure_log.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <exception>
#include <thread>
#include <utility>

namespace tefuda::server {

namespace {

using IoTimer = boost::asio::basic_waitable_timer<Executor::Clock, boost::asio::wait_traits<Executor::Clock>,
                                                  boost::asio::io_context::executor_type>;

class ScheduledCall final : public Timer {
public:
    /// \param when a time of `clock`
    ScheduledCall(boost::asio::io_context& context, AwakeClock& clock, Executor::TimePoint when, Executor::Task task)
        : call_(std::make_shared<Call>(context, clock, when, std::move(task))) {
        Call::wait(call_);
    }

    // Cancelling the Asio timer does not stop a handler that is already queued; the emptied task does.
    ~ScheduledCall() override {
        call_->task = nullptr;
        call_->timer.cancel();
    }

private:
    struct Call {
        Call(boost::asio::io_context& context, AwakeClock& its_clock, Executor::TimePoint its_time,
             Executor::Task its_task)
            : timer(context), clock(its_clock), when(its_time), task(std::move(its_task)) {}

        static void wait(std::shared_ptr<Call> const& call) {
            call->timer.expires_at(call->clock.steady_time_of(call->when));
            call->timer.async_wait([call](boost::system::error_code) {
                if (!call->task) return;
                // After a sleep its time has not come.
                if (call->clock.now() < call->when) return until_there_is_memory([&] { wait(call); });
                std::exchange(call->task, nullptr)();
            });
        }

        IoTimer timer;
        AwakeClock& clock;
        Executor::TimePoint const when;
        Executor::Task task;
    };

    std::shared_ptr<Call> call_;
};

} // namespace

class EventLoops::Loop final : public Executor {
public:
    explicit Loop(AwakeClock& clock) : clock_(clock) {}

    boost::asio::io_context& context() { return context_; }

    void post(Task task) override {
        boost::asio::post(context_, [task = std::move(task)]() mutable { task(); });
    }

    bool here() const override { return context_.get_executor().running_in_this_thread(); }

    TimePoint now() const override { return clock_.now(); }

    std::unique_ptr<Timer> schedule(TimePoint when, Task task) override {
        return std::make_unique<ScheduledCall>(context_, clock_, when, std::move(task));
    }

    void start() {
        tick();
        thread_ = std::thread([this] { run(); });
    }

    void stop() {
        context_.stop();
        if (thread_.joinable()) thread_.join();
    }

    void destroy_handlers() { context_.destroy_handlers(); }

private:
    /// Its pending handlers can be destroyed before the io_context itself.
    class Context : public boost::asio::io_context {
    public:
        // The hint says that one thread runs it.
        Context() : io_context(1) {}

        /// Destroys the handlers that have not run. \pre it has stopped
        void destroy_handlers() { shutdown(); }
    };

    void run() {
        // An exception ends the task that threw it; the loop goes on.
        while (!context_.stopped()) {
            try {
                context_.run();
            } catch (std::exception const& problem) {
                log_failure("A task failed", problem);
            } catch (...) {
                log_failure("A task failed", std::bad_exception());
            }
        }
    }

    /// AwakeClock takes a long pause between calls for a sleep of the machine: so each loop calls it several
    /// times a second.
    void tick() {
        clock_.now();
        until_there_is_memory([this] {
            tick_timer_.expires_after(std::chrono::milliseconds(250));
            tick_timer_.async_wait([this](boost::system::error_code error) {
                if (!error) tick();
            });
        });
    }

    AwakeClock& clock_;
    mutable Context context_;
    IoTimer tick_timer_{context_};
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{context_.get_executor()};
    std::thread thread_;
};

EventLoops::EventLoops(unsigned count) {
    for (unsigned i = 0; i < count; ++i) loops_.push_back(std::make_unique<Loop>(clock_));
}

EventLoops::~EventLoops() {
    stop();
    // Objects that wait on one loop may own timers and sockets of another: all of them are released before the first
    // io_context is destroyed.
    for (auto const& loop : loops_) loop->drop_flushes();
    for (auto const& loop : loops_) loop->destroy_handlers();
}

Executor& EventLoops::executor(std::size_t index) {
    return *loops_.at(index);
}

boost::asio::io_context& EventLoops::context(std::size_t index) {
    return loops_.at(index)->context();
}

std::vector<Executor*> EventLoops::executors() {
    std::vector<Executor*> executors;
    for (auto const& loop : loops_) executors.push_back(loop.get());
    return executors;
}

void EventLoops::start() {
    for (auto const& loop : loops_) loop->start();
}

void EventLoops::stop() {
    for (auto const& loop : loops_) loop->stop();
}

} // namespace tefuda::server
