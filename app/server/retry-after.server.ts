import type { HeadersFunction } from "@remix-run/node";

/** The `headers` of a route whose form can be sent too often: how many seconds to wait (form-reply.server.ts). */
export const headers: HeadersFunction = ({ actionHeaders }) => {
  const wait = actionHeaders.get("Retry-After");
  return new Headers(wait ? { "Retry-After": wait } : {});
};
