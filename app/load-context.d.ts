import "@remix-run/server-runtime";

declare module "@remix-run/server-runtime" {
  /** What the HTTP server hands to every loader and action. */
  interface AppLoadContext {
    /** CSP nonce of this response. */
    nonce: string;
    /** Appears in the log and on the error page. */
    requestId: string;
    /** The address the connection came from. */
    ip: string;
  }
}
