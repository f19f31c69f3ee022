#include "tests/bench/load/trace.hpp"

#include "tests/bench/load/connection.hpp"
#include "tests/bench/load/message.hpp"
#include "tests/bench/load/template_picker.hpp"

#include <deque>
#include <istream>
#include <memory>
#include <ostream>
#include <stdexcept>

namespace tefuda::bench {

namespace {

/// Records one room, one client message at a time.
class Recorder {
public:
    Recorder(std::uint16_t port, std::string const& game, std::size_t seats, bool with_views) : decided_(seats) {
        trace_.seats = seats;
        for (std::size_t seat = 0; seat < seats; ++seat) {
            connections_.push_back(std::make_unique<Connection>(loop_, port, "/ws", seat));
            connections_.back()->on_frame = [this, seat](Connection&, Opcode, std::string_view text) {
                take(seat, text);
            };
        }
        connections_[0]->send("{\"type\":\"create\",\"id\":0,\"game\":\"" + game +
                              "\",\"seats\":" + std::to_string(seats) + "}");
        while (code_.empty()) loop_.turn(std::chrono::seconds(1));
        for (std::size_t seat = 0; seat < seats; ++seat)
            to_send_.push_back({seat, "{\"type\":\"join\",\"room\":\"" + code_ + "\",\"name\":\"p\"" +
                                          (with_views ? "}" : ",\"updates\":\"events\"}")});
    }

    Trace play(int matches) {
        for (matches_left_ = matches; !to_send_.empty() && (matches_left_ > 0 || to_send_.front().rematch);) {
            auto const next = to_send_.front();
            to_send_.pop_front();
            trace_.steps.emplace_back();
            connections_[next.seat]->send(next.text);
            settle();
        }
        return std::move(trace_);
    }

private:
    struct Outgoing {
        std::size_t seat;
        std::string text;
        bool rematch = false;
    };

    /// Waits until all effects of earlier messages have arrived. A room answers in order, so the error for a stale
    /// action comes last.
    void settle() {
        for (auto const& connection : connections_)
            connection->send("{\"type\":\"act\",\"id\":\"settled\",\"room\":\"" + code_ +
                             "\",\"decision\":0,\"action\":{}}");
        for (settled_ = 0; settled_ < connections_.size();) loop_.turn(std::chrono::seconds(1));
    }

    void take(std::size_t seat, std::string_view text) {
        if (between(text, "\"re\":\"", '"') == "settled") {
            ++settled_;
            return;
        }
        auto const type = type_of(text);
        if (type == "created") code_ = between(text, "\"room\":\"", '"');
        if (trace_.steps.empty()) return;
        trace_.steps.back().push_back({seat, std::string(text)});
        if (type == "error" && code_of(text) != "stale_decision") throw std::runtime_error(std::string(text));
        if (type == "room" && between(text, "\"status\":\"", '"') == "finished") {
            to_send_.push_back({seat, "{\"type\":\"rematch\",\"room\":\"" + code_ + "\"}", true});
            if (seat == 0) --matches_left_;
        }
        auto const decision = between(text, "\"decision\":", ',');
        if (type != "update" || decision.empty() || decision == decided_[seat]) return;
        decided_[seat] = decision;
        to_send_.push_back({seat, act_message(code_, decision, pick_action(legal_of(text), random_))});
    }

    Loop loop_;
    std::vector<std::unique_ptr<Connection>> connections_;
    std::string code_;
    std::vector<std::string> decided_;
    std::deque<Outgoing> to_send_;
    std::mt19937_64 random_{1};
    int matches_left_ = 0;
    std::size_t settled_ = 0;
    Trace trace_;
};

} // namespace

Trace record_trace(std::uint16_t port, std::string const& game, std::size_t seats, bool with_views, int matches) {
    return Recorder(port, game, seats, with_views).play(matches);
}

void write_trace(std::ostream& out, Trace const& trace) {
    out << trace.seats << '\n';
    for (auto const& step : trace.steps) {
        out << step.size() << '\n';
        for (auto const& sent : step) out << sent.seat << ' ' << sent.text << '\n';
    }
    if (!out) throw std::runtime_error("the trace can't be written");
}

Trace read_trace(std::istream& in) {
    Trace trace;
    in >> trace.seats;
    for (std::size_t size = 0; in >> size;) {
        auto& step = trace.steps.emplace_back(size);
        for (auto& sent : step) {
            in >> sent.seat;
            in.get();
            std::getline(in, sent.text);
        }
    }
    if (trace.steps.size() <= trace.seats) throw std::runtime_error("this is not a trace");
    return trace;
}

} // namespace tefuda::bench
