import { expect, test } from "vitest";
import { isHandedOut, linkEnd, linkPurposes } from "./one-time-link";

test("[AUTH-12] a one-time link lives an hour", () => {
  expect(linkEnd(new Date("2026-03-29T00:30:00Z"))).toEqual(new Date("2026-03-29T01:30:00Z"));
});

test("[AFF-04] a secret that staff handed on says so at its beginning", () => {
  expect(isHandedOut("handed.abc")).toBe(true);
  expect(isHandedOut("abc.handed.")).toBe(false);
  expect(isHandedOut("handed")).toBe(false);
});

test("[AUTH-12] what links are for", () => {
  expect(linkPurposes).toEqual(["confirm", "reset", "invite", "sign-in", "new-email", "keep-email"]);
});
