import { expect, test } from "vitest";
import type { Log } from "~/domain/shared/scope";
import { logConsole } from "./console-log";

test("[OPS-02] logs text that libraries print, until it is stopped", () => {
  const lines: [facts: unknown, message: unknown][] = [];
  const own = console.error;
  const end = logConsole({
    warn: (facts: unknown, message: unknown) => void lines.push([facts, message]),
  } as Log);
  const away = new Error("terminating connection");
  console.trace(away);
  console.warn("%s of %d", "one", 2);
  console.error("Retried", 3);
  end();
  expect(console.error).toBe(own);
  expect(lines).toEqual([
    [{ err: away }, "library printed an error"],
    [{ text: "one of 2" }, "library printed text"],
    [{ text: "Retried 3" }, "library printed text"],
  ]);
});
