// A seeded random number generator (mulberry32).
export class Random {
    constructor(seed) {
        this.state = seed >>> 0;
    }

    next() {
        this.state = (this.state + 0x6d2b79f5) >>> 0;
        let t = this.state;
        t = Math.imul(t ^ (t >>> 15), t | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    }

    below(n) {
        return Math.floor(this.next() * n);
    }

    of(list) {
        return list[this.below(list.length)];
    }

    shuffled(list) {
        const items = [...list];
        for (let i = items.length - 1; i > 0; i--) {
            const j = this.below(i + 1);
            [items[i], items[j]] = [items[j], items[i]];
        }
        return items;
    }
}
