// Plays in two rooms: one bot fails at this function, the other one plays on. Prints the result of the other one.
#include <tefuda/client.hpp>

struct Chance : tefuda::Bot {
    std::mt19937 random{1};
    tefuda::Json choose(tefuda::Json const& update) override { return tefuda::random_action(update["legal"], random); }
};

struct Failing : Chance {
    explicit Failing(std::string function) : where(std::move(function)) {}
    tefuda::Json choose(tefuda::Json const& update) override {
        fail_at("choose");
        return Chance::choose(update);
    }
    void saw(tefuda::Json const&) override { fail_at("saw"); }
    void ended(tefuda::Json const&) override { fail_at("ended"); }
    void fail_at(std::string const& here) const {
        if (here == where) throw tefuda::Lost("a fault of the bot");
    }
    std::string where;
};

int main(int, char** argv) {
    Failing failing(argv[2]);
    Chance chance;
    tefuda::Client client(argv[1]);
    tefuda::Seat const* other = nullptr;
    for (auto* bot : {static_cast<tefuda::Bot*>(&failing), static_cast<tefuda::Bot*>(&chance)})
        other = &client.join(client.create("sugekari21", {{"seats", 2}, {"bots", {"easy", nullptr}}}), *bot);
    try {
        client.play();
    } catch (std::exception const& problem) {
        auto results = tefuda::Json::array();
        for (auto const& [match, result] : other->results) results.push_back(result);
        std::cout << results << std::endl;
        std::cerr << problem.what() << std::endl;
        return 1;
    }
}
