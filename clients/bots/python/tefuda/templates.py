"""Actions from the templates of `legal`, without any rules."""
import random

HIGH_TO_LOW = "AKQJT98765432"


def random_action(legal, rng=random):
    """A legal action: any template, its choices filled by chance. `legal` stays as it is."""
    template = rng.choice(legal)
    optional = template.get("optional", [])
    action = {field: fill(value, "as" in optional, rng) for field, value in template.items() if field != "optional"}
    if "last_one" in optional and rng.random() < 0.5:
        action["last_one"] = True
    jokers = [card for card in action.get("cards", []) if card == "XX"]
    if "as" in optional and jokers and rng.random() < 0.5:
        action["as"] = ranks_for(action["cards"], len(jokers), "beats" in template["cards"], rng)
    return action


def fill(value, with_company, rng):
    """The cards of a choice; anything else as it is. With company no joker goes alone."""
    if not isinstance(value, dict):
        return value
    choose = value["choose"]
    least, most = choose if isinstance(choose, list) else (choose, choose)
    cards = rng.sample(value["from"], len(value["from"]))
    if "beats" in value:  # the highest cards beat all that can be beaten
        cards.sort(key=lambda card: ("X" + HIGH_TO_LOW).index(card[0]))
    plain = [card for card in cards if card != "XX"]
    if with_company and plain:
        cards.remove(plain[0])
        cards.insert(0, plain[0])
    return value.get("with", []) + cards[:rng.randint(least, most)]


def ranks_for(cards, jokers, highest, rng):
    """One rank for each joker, each the rank of another card in the list."""
    ranks = sorted({card[0] for card in cards if card != "XX"}, key=HIGH_TO_LOW.index)
    return [ranks[0] if highest else rng.choice(ranks) for _ in range(jokers)]
