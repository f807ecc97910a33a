import type { HeadersFunction } from "@remix-run/node";

/** The `headers` of a route whose form is rate-limited: the number of seconds to wait (form-reply.server.ts). */
export const headers: HeadersFunction = ({ actionHeaders }) => {
  const wait = actionHeaders.get("Retry-After");
  return new Headers(wait ? { "Retry-After": wait } : {});
};
