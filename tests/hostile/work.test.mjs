// What messages that obey every rate limit make the server do: work, traffic and writes.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { until } from '../e2e/support/until.mjs';
import { Player, report, Siege } from './siege.mjs';

const addresses = (count) => Array.from({ length: count }, (_, i) => `127.0.1.${1 + i}`);

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
    await until(async () => JSON.parse((await siege.get(`/api/rooms/${room}`)).text).spectators === watching, 'the last spectator');
    assert.ok(joined < 10e6, `${joined} bytes`);
    await host.ask({ type: 'ping' }, 'pong');
    let numbers = 0;
    const since = performance.now();
    await siege.attack('toggler', { address: '127.0.2.1', room, rate: 45, times: 90 });
    const watcher = await Player.connect(siege.port);
    await watcher.ask({ type: 'join', room, name: 'last', role: 'spectator' }, 'joined');
    await host.next(({ type, spectators }) => (numbers += type === 'room', type === 'room' && spectators === watching + 1));
    report('1,200 spectators join, one comes and goes', { 'MB for the joins': joined / 1e6, 'numbers told': numbers });
    assert.ok(numbers <= (performance.now() - since) / 1000 + 2, 'the number of spectators is told once a second at most');
});

test('what is stored for joins and leaves is charged, and nobody waits for it', async (context) => {
    const actions = 4000;
    const siege = await Siege.lay(context, '--actions-per-day', `${actions}`);
    const before = siege.written();
    const { p99 } = await siege.pings(async () => {
        await siege.attack('joinAndLeave', { address: '127.0.1.1', connections: 50 });
        await until(() => siege.figure('tefuda_limits_hit_total{limit="actions_a_day"}'), 'the end of the address\'s day');
    });
    await siege.play();
    const written = siege.written() - before;
    report('50 connections join and leave', { 'MiB written': written, 'p99 ms': p99, MiB: siege.memory() });
    assert.ok(written * 2 ** 20 < actions * 2000, `${written} MiB`);
});
