// Forty-One on Colyseus. By default the state is in schemas, with each hand in its owner's StateView;
// `node colyseus.js messages` instead sends each seat a message with its view after each move. Prints its URL.
import { Room, Server } from "@colyseus/core";
import { StateView, schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { deal, fullPack, move, shuffled } from "./fortyone.js";

const Step = schema({ seat: t.uint8(), card: t.string(), value: t.int8() }, "Step");
const Deal = schema({ dealer: t.uint8(), starter: t.string(), total: t.int8(), mirrored: t.int8(), openKings: t.uint8(),
  passes: t.uint8(), steps: t.array(Step) }, "Deal");
const Seat = schema({ chips: t.uint8(), hand: t.array("string").view() }, "Seat");
// `turn` is the session id of the player whose turn it is, as in Colyseus' own examples.
const Table = schema({ turn: t.string(), seats: t.array(Seat), deals: t.array(Deal) }, "Table");

const schemas = { step: (of) => new Step().assign(of), deal: (of) => new Deal().assign(of) };
const plain = { step: (of) => of, deal: (of) => ({ ...of, steps: [] }) };

/** The common part of both rooms: players get seats in the order of joining, and a new match begins after each. */
class FortyOneRoom extends Room {
  patchRate = null;
  autoDispose = false;
  messages = {
    play: (client, number) => {
      if (client !== this.clients[this.game.toAct]) return;
      move(this.game, number, this.make);
      if (this.game.over) this.begin();
      this.tell();
    },
  };

  onCreate({ seats = 2 }) {
    this.maxClients = seats;
    this.game = { seats: [], deals: [], pack: [], toAct: 0, over: false };
  }

  onJoin(client) {
    this.seat(client);
    if (this.game.seats.length < this.maxClients) return;
    this.begin();
    this.tell();
  }

  begin() {
    const { game } = this;
    game.over = false;
    game.pack = shuffled(fullPack());
    game.deals.splice(0, game.deals.length);
    for (const seat of game.seats) seat.chips = 0;
    deal(game, Math.floor(Math.random() * game.seats.length), this.make);
  }
}

class StateRoom extends FortyOneRoom {
  make = schemas;

  onCreate(options) {
    super.onCreate(options);
    this.state = new Table();
    this.game.seats = this.state.seats;
    this.game.deals = this.state.deals;
  }

  seat(client) {
    const seat = new Seat();
    this.state.seats.push(seat);
    client.view = new StateView();
    client.view.add(seat);
  }

  tell() {
    this.state.turn = this.clients[this.game.toAct].sessionId;
    this.broadcastPatch();
  }
}

class MessageRoom extends FortyOneRoom {
  make = plain;

  seat() {
    this.game.seats.push({ chips: 0, hand: [] });
  }

  tell() {
    const { seats, deals, toAct } = this.game;
    const turn = this.clients[toAct].sessionId;
    this.clients.forEach((client, own) => client.send("view", {
      turn, deals, seats: seats.map(({ chips, hand }, i) => ({ chips, hand: i === own ? hand : hand.map(() => null) })),
    }));
  }
}

/** A room for idle connections, which are not in a game. */
class LobbyRoom extends Room {
  patchRate = null;
  maxClients = 1000;
}

const server = new Server({ greet: false, transport: new WebSocketTransport() });
server.define("fortyone", process.argv[2] === "messages" ? MessageRoom : StateRoom);
server.define("lobby", LobbyRoom);
await server.listen(0, "127.0.0.1");
console.log(`Colyseus is at http://127.0.0.1:${server.transport.server.address().port}/`);
