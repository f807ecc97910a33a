import net from "node:net";
import type { AddressInfo } from "node:net";

export interface SilentProxy {
  /** The address of the server, by way of the proxy. */
  url: string;
  /** From now on nothing that is sent arrives over the connections there are, and none is closed: what a failover may look like. */
  silence(): void;
  close(): Promise<void>;
}

/** Something between a program and its server that drops what is sent, as a broken network does. */
export async function startSilentProxy(serverUrl: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(serverUrl);
  const pairs: [net.Socket, net.Socket][] = [];
  const proxy = net.createServer({ allowHalfOpen: true }, (near) => {
    const far = net.connect(Number(port), hostname);
    pairs.push([near, far]);
    for (const socket of [near, far]) socket.on("error", () => {});
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const url = new URL(serverUrl);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: url.href,
    silence() {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.resume();
        far.resume();
      }
    },
    async close() {
      for (const socket of pairs.flat()) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
