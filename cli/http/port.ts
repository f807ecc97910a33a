import http from "node:http";
import type { AddressInfo } from "node:net";
import { RETRY_SECONDS } from "~/platform/db/outage.server";
import { CONNECTION_LIMITS, limitConnections } from "./connections";

/** A port that this process has, before there is anything that answers. */
export interface TakenPort {
  port: number;
  server: http.Server;
  /** Has a handler answer from here on. Until then all are told to come back. */
  answerWith(handler: http.RequestListener): void;
}

/** Takes a port. Rejects with one line when another process has it. `setting` is its name in the environment. */
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
          ? new Error(`Port ${port} is in use: stop what listens there or set ${setting} to another one`)
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
