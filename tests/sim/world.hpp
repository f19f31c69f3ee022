// A world without threads and clocks: whoever has something to do is an actor, a seed chooses whose turn it is, and
// time passes as the world says.
#pragma once

#include "server/runtime/executor.hpp"
#include "server/runtime/runtime.hpp"
#include "tests/server/support/failing_memory.hpp"
#include "tests/support/template_oracle.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tefuda::sim {

using server::SteadyTime;
using test::below;
using test::chance_of;
using test::Random;

/// Something that a server promises is not so.
class Broken : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

class World {
public:
    class Actor {
    public:
        virtual ~Actor() = default;
        /// From when on it has something to do; nothing: it waits for others.
        virtual std::optional<SteadyTime> due() const = 0;
        virtual void step() = 0;
    };

    explicit World(std::uint64_t seed) : random(seed) {}

    SteadyTime now() const { return now_; }
    void pass(SteadyTime::duration time) { now_ += time; }

    /// What the clocks of all its machines say.
    server::WallTime wall() const {
        return begin + std::chrono::duration_cast<server::WallTime::duration>(now_.time_since_epoch() + skew);
    }
    /// How far they have jumped.
    SteadyTime::duration skew{};

    /// How likely it is that an allocation of a server's step fails.
    double memory_fails = 0;
    bool has_memory_failed = false; ///< at any time

    /// Does a server's step, in which an allocation may fail: then what nobody has caught ends the step.
    template <class Step>
    void with_failing_memory(Step const& step) {
        constexpr int most = 60;
        auto const fails = memory_fails > 0 && chance_of(random, memory_fails);
        struct Arm {
            explicit Arm(int n) { server::test::fail_allocation(n); }
            ~Arm() { server::test::fail_allocation(0); }
        } const arm(fails ? 1 + below(random, most) : 0);
        has_memory_failed = has_memory_failed || fails;
        try {
            step();
        } catch (std::bad_alloc const&) {
            if (!fails) throw;
        }
    }

    void add(Actor& actor) { actors_.push_back({&actor}); }
    void remove(Actor& actor) {
        std::erase_if(actors_, [&](auto const& each) { return each.actor == &actor; });
    }
    /// Whoever does this step does no other one before that time has passed.
    void wait(SteadyTime::duration time) {
        for (auto& each : actors_)
            if (each.actor == stepping_) each.not_before = now_ + time;
    }

    /// One step of one actor. Where none has anything to do now, time goes on to the first that will.
    void step() {
        if (failure_) throw Broken(*failure_);
        std::vector<Actor*> ready;
        std::optional<SteadyTime> first;
        for (auto const& [actor, not_before] : actors_) {
            auto due = actor->due();
            if (!due) continue;
            due = std::max(*due, not_before);
            if (*due <= now_) ready.push_back(actor);
            if (!first || *due < *first) first = due;
        }
        if (!first) throw Broken("nobody has anything to do any more");
        if (ready.empty()) {
            now_ = *first;
            return;
        }
        stepping_ = ready[static_cast<std::size_t>(below(random, static_cast<int>(ready.size())))];
        stepping_->step();
        pass(std::chrono::microseconds(below(random, 200)));
    }

    /// A promise is broken, where an exception would be caught: the next step throws.
    void fail(std::string why) { failure_ = std::move(why); }

    /// All that clients are told goes in here: two worlds of one seed have one trace.
    void note(std::string_view who, std::string_view what) { trace_.append(who).append(" ").append(what).append("\n"); }
    std::string const& trace() const { return trace_; }

    Random random;

private:
    /// When the worlds begin: in UTC, an hour later.
    static constexpr server::WallTime begin{std::chrono::sys_days(std::chrono::year(2027) / 3 / 1)};

    struct Turn {
        Actor* actor;
        SteadyTime not_before = SteadyTime::min();
    };

    SteadyTime now_{std::chrono::hours(1)};
    std::vector<Turn> actors_;
    Actor* stepping_ = nullptr;
    std::string trace_;
    std::optional<std::string> failure_;
};

/// What one server runs on. Its workers are actors.
class SimRuntime final : public server::Runtime {
public:
    explicit SimRuntime(World& world) : world_(world), random_(world.random()) {}

    std::unique_ptr<server::Worker> make_worker(std::string_view name, server::Worker::Step step,
                                                server::Priority) override {
        return std::make_unique<SimWorker>(*this, name, std::move(step));
    }
    SteadyTime steady_now() override { return world_.now(); }
    server::WallTime wall_now() override { return world_.wall(); }
    void sleep_for(std::chrono::milliseconds time) override { world_.pass(time); }
    void random_bytes(std::span<std::uint8_t> bytes) override {
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random_());
    }

    World& world() { return world_; }

private:
    class SimWorker final : public server::Worker, World::Actor {
    public:
        SimWorker(SimRuntime& runtime, std::string_view name, Step step)
            : runtime_(runtime), name_(name), step_(std::move(step)) {
            runtime_.world_.add(*this);
        }
        ~SimWorker() override { stop(); }

        void wake() noexcept override { woken_ = true; }
        void stop() override { runtime_.world_.remove(*this); }

        std::optional<SteadyTime> due() const override {
            if (woken_ && next_.may_be_woken()) return SteadyTime::min();
            return next_.time() == SteadyTime::max() ? std::nullopt : std::optional(next_.time());
        }
        void step() override {
            server::RuntimeScope const scope(runtime_);
            woken_ = false;
            try {
                constexpr auto pause = std::chrono::milliseconds(10);
                next_ = Next::not_before(runtime_.world_.now() + pause);
                auto const step = [this] { next_ = step_(); };
                // Others use a library that does not live on without memory.
                name_ == "journal" ? runtime_.world_.with_failing_memory(step) : step();
            } catch (std::exception const& problem) {
                throw Broken("the worker " + name_ + " failed: " + problem.what());
            }
        }

    private:
        SimRuntime& runtime_;
        std::string const name_;
        Step const step_;
        bool woken_ = true;
        Next next_ = Next::when_woken();
    };

    World& world_;
    Random random_;
};

/// An event loop of a server.
class SimExecutor final : public server::Executor, World::Actor {
public:
    explicit SimExecutor(SimRuntime& runtime) : runtime_(runtime) { runtime_.world().add(*this); }
    ~SimExecutor() override { runtime_.world().remove(*this); }

    void post(Task task) override { tasks_.push_back(std::move(task)); }
    bool here() const override { return running_; }
    TimePoint now() const override { return runtime_.world().now(); }
    std::unique_ptr<server::Timer> schedule(TimePoint when, Task task) override {
        calls_.push_back(std::make_shared<Call>(Call{when, std::move(task)}));
        return std::make_unique<SimTimer>(calls_.back());
    }

    std::optional<SteadyTime> due() const override {
        if (!tasks_.empty()) return SteadyTime::min();
        auto const first = std::ranges::min_element(calls_, {}, [](auto const& call) { return call->when; });
        return first == calls_.end() ? std::nullopt : std::optional((*first)->when);
    }
    void step() override {
        server::RuntimeScope const scope(runtime_);
        std::erase_if(calls_, [](auto const& call) { return !call->task; });
        auto const first = std::ranges::min_element(calls_, {}, [](auto const& call) { return call->when; });
        auto const is_call_due = first != calls_.end() && (*first)->when <= now();
        if (is_call_due && (tasks_.empty() || chance_of(runtime_.world().random, 0.5))) {
            auto task = std::exchange((*first)->task, nullptr);
            calls_.erase(first);
            run(task);
        } else if (!tasks_.empty()) {
            auto task = std::move(tasks_.front());
            tasks_.pop_front();
            run(task);
        }
    }

    /// Whether everything has run that was posted.
    bool is_idle() const { return tasks_.empty(); }
    /// What is posted and scheduled is destroyed without being run.
    void drop() {
        // Whoever is called may own the timer of the call.
        for (auto const& call : std::exchange(calls_, {})) std::exchange(call->task, nullptr);
        std::exchange(tasks_, {});
    }

private:
    struct Call {
        TimePoint when;
        Task task;
    };
    class SimTimer final : public server::Timer {
    public:
        explicit SimTimer(std::shared_ptr<Call> call) : call_(std::move(call)) {}
        ~SimTimer() override { call_->task = nullptr; }

    private:
        std::shared_ptr<Call> const call_;
    };

    void run(Task& task) {
        running_ = true;
        try {
            // Where memory fails it, the loop goes on with the next one.
            runtime_.world().with_failing_memory([&] { task(); });
        } catch (Broken const&) {
            throw;
        } catch (std::exception const& problem) {
            throw Broken(std::string("a task failed: ") + problem.what());
        }
        running_ = false;
    }

    SimRuntime& runtime_;
    std::deque<Task> tasks_;
    std::vector<std::shared_ptr<Call>> calls_;
    bool running_ = false;
};

} // namespace tefuda::sim
