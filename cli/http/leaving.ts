import type { RequestHandler, Response } from "express";

/** How the web server takes its leave: it goes on answering, and has everybody come back on another connection. */
export interface Leaving {
  /** Stands before everything that answers. */
  handler: RequestHandler;
  /** From here on every answer closes its connection, those under way too. */
  begin(): void;
  hasBegun(): boolean;
}

/**
 * A proxy that keeps connections sends a request over one that is just being closed, and that request is lost. So
 * connections are closed by an answer that says so, as long as the proxy still sends some.
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
