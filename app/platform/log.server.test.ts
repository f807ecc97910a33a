import { expect, test } from "vitest";
import { loggedError } from "./log.server.ts";

test("[OPS-02] logs the cause of a driver error but not its connection", () => {
  const error = Object.assign(new Error("terminating connection", { cause: new Error("shut down") }), {
    code: "57P01",
    client: { password: "hidden" },
  });
  const logged = loggedError(error);
  expect(logged).toMatchObject({ type: "Error", code: "57P01" });
  expect((logged as { stack: string }).stack).toContain("shut down");
  expect(JSON.stringify(logged)).not.toContain("hidden");
  expect(loggedError("a word")).toBe("a word");
});
