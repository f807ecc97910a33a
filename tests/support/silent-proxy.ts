import net, { type AddressInfo } from "node:net";
import { Transform } from "node:stream";

export interface SilentProxy {
  /** URL of the server through the proxy. */
  url: string;
  /** From now on, existing connections transmit nothing and stay open, as in some failovers. */
  silence(): void;
  close(): Promise<void>;
}

/** The message type of Postgres notifications. */
const NOTIFICATION = "A".charCodeAt(0);

/** Returns a filter that removes notifications from a server's messages, like a pooler in transaction mode. */
const withoutAnnouncements = () => {
  let rest = Buffer.alloc(0);
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      rest = Buffer.concat([rest, piece]);
      for (let end; rest.length >= 5 && rest.length >= (end = rest.readInt32BE(1) + 1);) {
        if (rest[0] !== NOTIFICATION) this.push(rest.subarray(0, end));
        rest = rest.subarray(end);
      }
      done();
    },
  });
};

/**
 * Starts a proxy between a program and its server that can drop all traffic, like a broken network. `deaf` drops all
 * notifications from the beginning.
 */
export async function startSilentProxy(serverUrl: string, { deaf = false } = {}): Promise<SilentProxy> {
  const { hostname, port } = new URL(serverUrl);
  const pairs: [net.Socket, net.Socket][] = [];
  const proxy = net.createServer({ allowHalfOpen: true }, (near) => {
    const far = net.connect(Number(port), hostname);
    pairs.push([near, far]);
    for (const socket of [near, far]) socket.on("error", () => {});
    near.pipe(far);
    (deaf ? far.pipe(withoutAnnouncements()) : far).pipe(near);
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
