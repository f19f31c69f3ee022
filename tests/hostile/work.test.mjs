// What messages that obey every rate limit make the server do: work, traffic and writes.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { pause, Player, report, Siege } from './siege.mjs';

const addresses = (count) => Array.from({ length: count }, (_, i) => `127.0.1.${1 + i}`);

/** A seat in a match of some hundred actions that is over: \\returns its room, token and last `seq`. */
async function longMatch(siege) {
    const player = await Player.connect(siege.port, '127.0.1.1');
    const { room } = await player.ask({ type: 'create', game: 'ttpageone', seats: 6, options: { games: 9 } }, 'created');
    const { token } = await player.ask({ type: 'join', room, name: 'n', updates: 'events' }, 'joined');
    for (let i = 1; i < 6; i++) player.send({ type: 'fill', room, level: 'easy' });
    await player.next(({ type, seq }) => type === 'update' && seq === 1);
    await player.ask({ type: 'leave', room });
    await player.ask({ type: 'join', room, name: 'n', role: 'spectator', updates: 'events' }, 'joined');
    const { seq } = await player.next(({ type, over }) => type === 'update' && over);
    player.close();
    return { room, token, seq };
}

test('60 connections that resume long matches 90 times a second keep nobody waiting', async (context) => {
    const siege = await Siege.lay(context);
    const seats = await Promise.all(Array.from({ length: 12 }, () => longMatch(siege)));
    assert.ok(Math.min(...seats.map(({ seq }) => seq)) > 200);
    const before = await siege.pings(() => pause(1000));
    let took;
    const p99 = await siege.pings(async () => {
        const attack = siege.attack('resumeRate', { address: '127.0.1.1', seats, connections: 60, rate: 90, seconds: 6 });
        await pause(3000);
        took = await siege.timeToPlay();
        await attack;
    });
    report('60 connections resume 90 times a second', { 'p99 ms before': before, 'p99 ms': p99, 'play ms': took, MiB: siege.memory() });
    assert.ok(p99 < 500, `${p99} ms`);
});

test('rooms with a clock that nobody is in write next to nothing', async (context) => {
    const siege = await Siege.lay(context);
    const { created } = await siege.attack('rooms', { addresses: addresses(2), rooms: 250, each: 125, sits: true,
        message: { public: false, clock: { decision: 0, bank: 86400 }, bots: [null, 'easy'] } });
    assert.equal(created, 500);
    await siege.withdraw();
    await pause(10_000);
    const before = siege.written();
    await pause(10_000);
    const rate = (siege.written() - before) * 1024 / 10;
    report('500 rooms with a clock of a day', { 'KiB/s': rate });
    // Each note of a bank costs the disk whole pages: about 250 KiB/s in this minute, 12 MiB/s if each were noted every second.
    assert.ok(rate < 1000, `${rate} KiB/s`);
});

test('spectators who come and go cost the others next to nothing', async (context) => {
    const siege = await Siege.lay(context);
    const host = await Player.connect(siege.port);
    const { room } = await host.ask({ type: 'create', game: 'selfish', seats: 3 }, 'created');
    await host.ask({ type: 'join', room, name: 'host' }, 'joined');
    const sent = () => siege.figure('tefuda_sent_bytes_total');
    const begun = await sent();
    const { watching } = await siege.attack('watchers', { addresses: addresses(3), room, connections: 400 });
    assert.equal(watching, 1200);
    const joined = (await sent()) - begun;
    const before = await sent();
    const p99 = await siege.pings(() => siege.attack('toggler', { address: '127.0.2.1', room, rate: 45, seconds: 5 }));
    const rate = ((await sent()) - before) / 5;
    report('1,200 spectators join, one comes and goes', { 'MB for the joins': joined / 1e6, 'kB/s': rate / 1e3, 'p99 ms': p99, MiB: siege.memory() });
    assert.ok(joined < 10e6, `${joined} bytes`);
    assert.ok(rate < 1.5e6, `${rate} bytes/s`);
});

test('what is stored for joins and leaves is charged, and nobody waits for it', async (context) => {
    const siege = await Siege.lay(context, '--actions-per-day', '40000');
    const before = siege.written();
    const p99 = await siege.pings(() => siege.attack('joinAndLeave', { address: '127.0.1.1', connections: 200, seconds: 8 }));
    const took = await siege.timeToPlay();
    const limited = await siege.figure('tefuda_limits_hit_total{limit="actions_a_day"}');
    const written = siege.written() - before;
    report('200 connections join and leave', { 'MiB written': written, 'p99 ms': p99, 'play ms': took, MiB: siege.memory() });
    assert.ok(limited > 0, 'the day of the address has an end');
    assert.ok(written < 30, `${written} MiB`);
});
