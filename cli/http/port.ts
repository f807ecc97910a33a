import http from "node:http";
import type { AddressInfo } from "node:net";
import { RETRY_SECONDS } from "~/platform/db/outage.server";
import { CONNECTION_LIMITS, limitConnections } from "./connections";

/** An open port before any handler responds. */
export interface TakenPort {
  port: number;
  server: http.Server;
  /** Sets the handler. Until then every request gets 503 with Retry-After. */
  answerWith(handler: http.RequestListener): void;
}

/** Opens a port. Rejects with one line if it is in use. `setting` is its environment variable. */
export async function takePort(
  setting: string,
  port: number,
  host: string | undefined,
  limits = CONNECTION_LIMITS,
): Promise<TakenPort> {
  let answer: http.RequestListener = (_request, response) => {
    const headers = {
      "Content-Type": "text/plain",
      "Retry-After": String(RETRY_SECONDS),
      Connection: "close",
    };
    response.writeHead(503, headers).end("Starting\n");
  };
  const server = http.createServer({ connectionsCheckingInterval: limits.lookMs }, (request, response) =>
    answer(request, response),
  );
  limitConnections(server, limits);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`Port ${port} is in use: stop the other program or set ${setting} to another port`)
          : error,
      ),
    );
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    server,
    answerWith: (handler) => void (answer = handler),
  };
}
