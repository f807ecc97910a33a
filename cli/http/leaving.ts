import type { RequestHandler, Response } from "express";

/** Prepares the web server's shutdown: it still responds, but closes each connection. */
export interface Leaving {
  /** Must run before all handlers that respond. */
  handler: RequestHandler;
  /** From now on every response closes its connection, including pending ones. */
  begin(): void;
  hasBegun(): boolean;
}

/**
 * Prevents lost requests when the server stops. A proxy may send a request over a connection that is being closed. So
 * connections are closed by a response that announces it, while the proxy still sends requests.
 */
export function openLeaving(): Leaving {
  let begun = false;
  const underWay = new Set<Response>();
  const lastOfConnection = (response: Response) => {
    if (!response.headersSent) response.setHeader("Connection", "close");
  };
  return {
    handler: (_request, response, next) => {
      if (begun) lastOfConnection(response);
      else {
        underWay.add(response);
        response.once("close", () => underWay.delete(response));
      }
      next();
    },
    begin() {
      begun = true;
      underWay.forEach(lastOfConnection);
    },
    hasBegun: () => begun,
  };
}
