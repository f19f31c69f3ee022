"""Makes actions from the templates in `legal`, without knowing any game's rules."""
import random

# The order in which `beats` compares, where a choice names no other with `low_to_high`.
LOW_TO_HIGH = "23456789TJQKA"


def random_action(legal, rng=random):
    """A random legal action: a random template with its choices filled in at random. Does not modify `legal`."""
    template = rng.choice(legal)
    optional = template.get("optional", [])
    action = {field: fill(value, "as" in optional, rng) for field, value in template.items() if field != "optional"}
    for flag in optional:
        if flag != "as" and rng.random() < 0.5:
            action[flag] = True
    jokers = [card for card in action.get("cards", []) if card == "XX"]
    if "as" in optional and jokers and rng.random() < 0.5:
        action["as"] = ranks_for(action["cards"], len(jokers), template["cards"], rng)
    return action


def fill(value, with_company, rng):
    """Random cards for a choice; any other value unchanged. `with_company`: choose at least one card that is no joker,
    if there is one."""
    if not isinstance(value, dict):
        return value
    choose = value["choose"]
    least, most = choose if isinstance(choose, list) else (choose, choose)
    cards = rng.sample(value["from"], len(value["from"]))
    if "beats" in value:  # the highest cards always satisfy it
        cards.sort(key=lambda card: (low_to_high(value) + "X").index(card[0]), reverse=True)
    plain = [card for card in cards if card != "XX"]
    if with_company and plain:
        cards.remove(plain[0])
        cards.insert(0, plain[0])
    return value.get("with", []) + cards[:rng.randint(least, most)]


def ranks_for(cards, jokers, choice, rng):
    """One rank for each joker: the rank of a random other card in the list or, for a choice with `beats`, of the highest."""
    ranks = sorted({card[0] for card in cards if card != "XX"}, key=low_to_high(choice).index)
    return [ranks[-1] if "beats" in choice else rng.choice(ranks) for _ in range(jokers)]


def low_to_high(choice):
    """The ranks in the choice's order, as a text."""
    return "".join(choice.get("low_to_high", LOW_TO_HIGH)) if isinstance(choice, dict) else LOW_TO_HIGH
