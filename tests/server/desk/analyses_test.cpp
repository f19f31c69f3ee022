// What bots work out about finished matches goes on as long as somebody asks for it.
#include "server/desk/analyses.hpp"
#include "tests/server/support/fake_time.hpp"
#include "tests/support/catch.hpp"

#include <future>
#include <semaphore>

using namespace tefuda::server;
using namespace std::chrono_literals;

namespace {

/// Each step waits until the test lets it end.
struct Steps {
    std::counting_semaphore<> begun{0}, may_end{0};
    std::promise<void> forgotten;
};

class EndlessStudy final : public MatchStudy {
public:
    explicit EndlessStudy(Steps& steps) : steps_(steps) {}
    ~EndlessStudy() override { steps_.forgotten.set_value(); }
    bool step(tefuda::search::Budget const&) override {
        steps_.begun.release();
        steps_.may_end.acquire();
        return true;
    }
    tefuda::AnalysisProgress progress() const override { return {}; }
    std::string document() const override { return "{}"; }

private:
    Steps& steps_;
};

} // namespace

TEST_CASE("a study that nobody has asked for in a minute is dropped", "[desk]") {
    test::FakeTime time;
    Steps steps;
    BotPool bots(1, 1ms);
    Analyses analyses(bots);
    Analyses::Subject const subject{Analyses::Kind::par, "K7QX2MNP", 1};
    CHECK(analyses.begin(subject, std::make_shared<EndlessStudy>(steps), "192.0.2.1").status == 202);
    for (auto const asks : {true, true, false}) {
        steps.begun.acquire();
        time.pass(50s);
        if (asks) CHECK(analyses.find(subject)->status == 202);
        steps.may_end.release();
    }
    steps.begun.acquire();
    time.pass(50s);
    steps.may_end.release();
    steps.forgotten.get_future().get();
    CHECK_FALSE(analyses.find(subject));
}
