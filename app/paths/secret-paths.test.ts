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
])("[OPS-02] recognizes the secret in %s and removes it for logs", (path) => {
  expect(holdsSecret(path)).toBe(true);
  expect(withoutSecrets(path)).not.toContain("secret");
});

test.each(["/", "/leads", "/link", "/link/", "/unsubscribe/", "/linked/1", "/a/link/1"])(
  "leaves %s without a secret unchanged",
  (path) => {
    expect(holdsSecret(path)).toBe(false);
    expect(withoutSecrets(path)).toBe(path);
  },
);
