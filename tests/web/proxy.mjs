// A TCP proxy on the loopback address that can cut its connections, or drop all data in one direction.
import { connect, createServer } from "node:net";
import { cuts } from "./support.mjs";

export class Proxy {
  static async to(port) {
    const proxy = new Proxy();
    proxy.open = true;
    proxy.swallows = null;
    proxy.sockets = new Set();
    proxy.listeners = new Set();
    proxy.server = createServer((client) => {
      if (!proxy.open) return client.destroy();
      const upstream = connect(port, "127.0.0.1");
      for (const socket of [client, upstream]) {
        proxy.sockets.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => (client.destroy(), upstream.destroy(), proxy.sockets.delete(socket)));
      }
      client.on("data", (data) => proxy.swallows === "up" || upstream.write(data));
      upstream.on("data", (data) => {
        for (const listener of proxy.listeners) listener(data.toString("latin1"));
        if (proxy.swallows !== "down") client.write(data);
      });
    });
    await new Promise((resolve) => proxy.server.listen(0, "127.0.0.1", resolve));
    proxy.port = proxy.server.address().port;
    proxy.url = `http://127.0.0.1:${proxy.port}`;
    return proxy;
  }

  /** Drops all data in one direction from now on: "up" (to the server) or "down". The connections stay open. */
  swallow(direction) {
    this.swallows = direction;
    this.said = "";
    this.listeners.add((text) => (this.said += text));
  }

  /** Resolves when `fits` is true for the text that the server has sent since `swallow`. */
  heard(fits) {
    return new Promise((resolve) => {
      const look = () => fits(this.said) && (this.listeners.delete(look), resolve());
      this.listeners.add(look);
      look();
    });
  }

  cut() {
    cuts(this.url);
    this.open = false;
    for (const socket of this.sockets) socket.destroy();
  }

  mend() {
    this.open = true;
    this.swallows = null;
  }

  end() {
    this.cut();
    this.server.close();
  }
}
