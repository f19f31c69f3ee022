// A way to the server that can be cut: a TCP relay on the loopback address.
import { connect, createServer } from "node:net";

export class Proxy {
  static async to(port) {
    const proxy = new Proxy();
    proxy.open = true;
    proxy.sockets = new Set();
    proxy.server = createServer((client) => {
      if (!proxy.open) return client.destroy();
      const upstream = connect(port, "127.0.0.1");
      for (const socket of [client, upstream]) {
        proxy.sockets.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => (client.destroy(), upstream.destroy(), proxy.sockets.delete(socket)));
      }
      client.pipe(upstream).pipe(client);
    });
    await new Promise((resolve) => proxy.server.listen(0, "127.0.0.1", resolve));
    proxy.url = `http://127.0.0.1:${proxy.server.address().port}`;
    return proxy;
  }
  cut() {
    this.open = false;
    for (const socket of this.sockets) socket.destroy();
  }
  mend() {
    this.open = true;
  }
  end() {
    this.cut();
    this.server.close();
  }
}
