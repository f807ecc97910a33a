import http from "node:http";

export interface Received {
  headers: http.IncomingHttpHeaders;
  body: { event: string; lead: { company_name: string }; deal?: { title: string; amount: number } };
}

/** Starts a webhook receiver: a real HTTP server on loopback that stores its requests. */
export async function startReceiver(port: number) {
  const received: Received[] = [];
  const server = http.createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      received.push({ headers: request.headers, body: JSON.parse(text) as Received["body"] });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    received,
    url: `http://127.0.0.1:${port}/hook`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
