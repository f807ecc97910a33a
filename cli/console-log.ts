import { format } from "node:util";
import type { Log } from "~/domain/shared/scope";
import { log } from "~/platform/log.server";

const names = ["trace", "warn", "error"] as const;

/**
 * Redirects console output of libraries to the log, whose readers need JSON. For example, graphile-worker prints a
 * stack when the database is unreachable. Returns a function that restores the console.
 */
export function logConsole(to: Log = log): () => void {
  const own = names.map((name) => console[name]);
  for (const name of names)
    console[name] = (...said: unknown[]) => {
      const [error] = said;
      if (error instanceof Error) to.warn({ err: error }, "library printed an error");
      else to.warn({ text: format(...said) }, "library printed text");
    };
  return () => names.forEach((name, at) => (console[name] = own[at]!));
}
