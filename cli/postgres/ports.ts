import net from "node:net";

/**
 * Finds a free TCP port on 127.0.0.1.
 * @param preferred used if it is free
 * @returns a port; another program may take it before the caller does
 * @throws if the system has no free port
 */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred) {
    const port = await tryPort(preferred).catch(() => undefined);
    if (port) return port;
  }
  return tryPort(0);
}

function tryPort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address() as net.AddressInfo;
      server.close(() => resolve(address.port));
    });
  });
}

/** Whether a program accepts connections on a TCP port of 127.0.0.1. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: "127.0.0.1", timeout: 2000 });
    const answer = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once("connect", () => answer(true));
    socket.once("error", () => answer(false));
    socket.once("timeout", () => answer(false));
  });
}
