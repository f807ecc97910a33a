import { expect, test } from "vitest";
import { holdsSecret, withoutSecrets } from "./secret-paths";

test.each([
  "/link/secret",
  "/LINK/secret",
  "//Link//secret/more",
  "/link/secret.data",
  "/unsubscribe/secret",
  "/Unsubscribe//secret",
  "/unsubscribe/secret.data",
])("[OPS-02] %s is known to hold a secret, and the log never has it", (path) => {
  expect(holdsSecret(path)).toBe(true);
  expect(withoutSecrets(path)).not.toContain("secret");
});

test.each(["/", "/leads", "/link", "/link/", "/unsubscribe/", "/linked/1", "/a/link/1"])(
  "%s holds none and stays as it is",
  (path) => {
    expect(holdsSecret(path)).toBe(false);
    expect(withoutSecrets(path)).toBe(path);
  },
);
