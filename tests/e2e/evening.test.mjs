// An evening of four friends over five games at one table: one comes late, one leaves and comes back, the server is killed in a
// match. What the sheet says is counted again from the replays. With a database the evening goes on at a second server.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { countEvening, Friend } from './support/evening.mjs';
import { pick } from './support/picker.mjs';
import { database, Site } from './support/people.mjs';
import { Random } from './support/random.mjs';

const random = new Random(48);
const sites = [];
let site, room;

before(async () => {
    for (const name of database ? ['evening-one', 'evening-two'] : ['evening-one']) sites.push(await Site.start(name));
    [site] = sites;
});
after(async () => {
    for (const one of sites) await one.stop();
});

/** All ask for the next match. */
async function again(friends) {
    await Promise.all(friends.map((friend) => friend.ask('rematch')));
}

const play = (friends) => Promise.all(friends.map((friend, i) => friend.at.play(new Random(i))));

/** So many actions are played, one after the other. */
async function begin(friends, actions) {
    for (let i = 0; i < actions; i++) {
        const updates = await Promise.all(friends.map(({ at }) => at.take('update')));
        const actor = updates.findIndex(({ must }) => must);
        const { decision, legal } = updates[actor];
        friends[actor].at.send({ type: 'act', room, decision, action: pick(legal, random) });
    }
}

/** The replays of the room's first matches. */
async function replaysOf(matches) {
    const replays = [];
    for (let match = 1; match <= matches; match++) replays.push((await site.ask('GET', `/api/rooms/${room}/matches/${match}`)).json);
    return replays;
}

/** What the sheet says, from every server and in `room`, is what the replays say. \returns the lines */
async function checkSheet(friend, matches, whose, bots) {
    const get = async (path) => (await site.ask('GET', path)).json;
    const counted = countEvening(await replaysOf(matches), whose, bots);
    const { seats } = await get(`/api/rooms/${room}`);
    const seated = new Map(seats.flatMap(({ seat, name, player }) => (name ? [[whose(matches, name, player), seat]] : [])));
    const lines = counted.lines.map(({ key, ...line }) => ({ seat: seated.get(key) ?? null, ...line }));
    for (const { server } of sites) {
        const { json: sheet } = await server.get(`/api/rooms/${room}/evening`);
        assert.deepEqual(sheet.lines, lines);
        const paths = counted.matches.map(({ match }) => `/api/rooms/${room}/matches/${match}`);
        assert.deepEqual(sheet.matches.map(({ ended, replay, ...match }) => match), counted.matches);
        assert.deepEqual(sheet.matches.map(({ replay }) => replay), paths);
    }
    const { evening } = await friend.at.take((message) => message.type === 'room' && message.evening?.matches === matches);
    assert.deepEqual(evening, { matches, lines });
    return lines;
}

test('the sheet of an evening over five games is what its replays say', async () => {
    const [aki, ben, chie] = await Promise.all(['Aki', 'Ben', 'Chie'].map(async (name) => new Friend(name, (await site.make({ name })).secret)));
    const dai = new Friend('Dai');
    const maker = await site.seat();
    room = (await maker.ask({ type: 'create', game: 'selfish', seats: 4, bots: [null, null, null, 'easy'] }, 'created')).room;
    maker.close();
    for (const friend of [aki, ben, chie]) {
        await friend.connect(site.server.url, room);
        await friend.join();
    }
    await play([aki, ben, chie]);
    const { seats } = (await site.ask('GET', `/api/rooms/${room}`)).json;
    const bots = [seats[3].name];
    // In match 6 Dai, who is nobody, has come back.
    const whose = (match, name, player) => player?.id ?? (name === 'Dai' && match === 6 ? 'Dai again' : name);
    assert.equal((await checkSheet(aki, 1, whose, bots)).length, 4);

    // One comes late, to the bot's place.
    await aki.ask('kick', { seat: 3 });
    await aki.ask('change', { game: 'sugekari21' });
    await dai.connect(site.server.url, room);
    await dai.join();
    await dai.at.take('update'); // of the match that is over
    const all = [aki, ben, chie, dai];
    await again(all);
    await play(all);
    assert.equal((await checkSheet(aki, 2, whose, bots)).length, 5);

    await aki.ask('change', { game: 'twentytwo' });
    await again(all);
    await begin(all, 20);
    await site.kill();
    site = sites.at(-1);
    for (const friend of all) {
        await friend.connect(site.server.url, room);
        await friend.resume();
    }
    await play(all);
    await checkSheet(aki, 3, whose, bots);

    // One leaves in a match, a bot plays on, and one comes back.
    await aki.ask('change', { game: 'ttpageone' });
    await again(all);
    const others = all.filter((friend) => friend !== ben);
    const rest = play(others);
    const { seq } = await ben.at.take('update');
    await ben.ask('leave');
    await ben.ask('join', { name: 'Ben', role: 'spectator' }, 'joined');
    const seen = await ben.at.take((message) => message.seq > seq + 12 || message.over);
    assert.ok(!seen.over);
    await ben.resume();
    await Promise.all([rest, ben.at.play(new Random(1))]);
    const lines = await checkSheet(aki, 4, whose, bots);
    const { bot_share: share } = lines.find(({ name }) => name === 'Ben');
    assert.ok(share > 0 && share < 0.25, `a bot has played for ${share}`);

    // Two stay for a game for two. Who comes back as a player has its line, and who is nobody a new one.
    await chie.ask('leave');
    await dai.ask('leave');
    await aki.ask('change', { game: 'fortyone', seats: 2 });
    await again([aki, ben]);
    await play([aki, ben]);
    await checkSheet(aki, 5, whose, bots);
    await aki.ask('change', { game: 'selfish', seats: 4 });
    for (const friend of [chie, dai]) {
        await friend.join();
        await friend.at.take('update');
    }
    await again(all);
    await play(all);
    const last = await checkSheet(aki, 6, whose, bots);
    assert.deepEqual(last.filter(({ name }) => name === 'Dai').map(({ played }) => played).sort(), [1, 3]);
    for (const { at } of all) at.close();
});
