import { format } from "node:util";
import type { Log } from "~/domain/shared/scope";
import { log } from "~/platform/log.server";

const names = ["trace", "warn", "error"] as const;

/**
 * Has what libraries print as text stand in the log, whose readers take JSON only: graphile-worker prints a stack when
 * the database is away. Returns what ends it.
 */
export function logConsole(to: Log = log): () => void {
  const own = names.map((name) => console[name]);
  for (const name of names)
    console[name] = (...said: unknown[]) => {
      const [error] = said;
      if (error instanceof Error) to.warn({ err: error }, "a library printed an error");
      else to.warn({ text: format(...said) }, "a library printed a text");
    };
  return () => names.forEach((name, at) => (console[name] = own[at]!));
}
