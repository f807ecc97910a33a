import http from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  /** Path and query. */
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  /** Value for WEBHOOK_ALLOWED_HOSTS that trusts this receiver. */
  origin: string;
  url: string;
  /** Oldest first. */
  requests: Received[];
  /** Number of opened connections, with or without a request. */
  connections: number;
  /** Response to the next requests: a status (default 204), or "never". */
  answer: number | "never" | ((request: Received, count: number) => number | "never");
  /** Body of the responses. */
  answerBody: string;
  answerHeaders: http.OutgoingHttpHeaders;
  /** Waits until this many requests have arrived. */
  received(count: number, withinMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a webhook endpoint on a local port. */
export async function startReceiver(): Promise<Receiver> {
  const waiting = new Set<() => void>();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("error", () => {});
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const received = {
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      receiver.requests.push(received);
      const { answer } = receiver;
      const status = typeof answer === "function" ? answer(received, receiver.requests.length) : answer;
      if (status !== "never") {
        response.writeHead(status, { Location: receiver.url, ...receiver.answerHeaders });
        response.end(receiver.answerBody);
      }
      for (const check of waiting) check();
    });
  });
  server.on("connection", () => receiver.connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: Receiver = {
    origin,
    url: `${origin}/hook`,
    requests: [],
    connections: 0,
    answer: 204,
    answerBody: "",
    answerHeaders: {},
    received: (count, withinMs = 10_000) =>
      new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          clearTimeout(timer);
          waiting.delete(check);
          settle();
        };
        const late = () => reject(new Error(`${receiver.requests.length} of ${count} requests arrived`));
        const timer = setTimeout(() => end(late), withinMs);
        const check = () => receiver.requests.length >= count && end(resolve);
        waiting.add(check);
        check();
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
