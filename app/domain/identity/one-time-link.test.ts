import { expect, test } from "vitest";
import { isHandedOut, linkEnd, linkPurposes } from "./one-time-link";

test("[AUTH-12] a one-time link is valid for an hour", () => {
  expect(linkEnd(new Date("2026-03-29T00:30:00Z"))).toEqual(new Date("2026-03-29T01:30:00Z"));
});

test("[AFF-04] a secret of a manual link is recognized by its prefix", () => {
  expect(isHandedOut("handed.abc")).toBe(true);
  expect(isHandedOut("abc.handed.")).toBe(false);
  expect(isHandedOut("handed")).toBe(false);
});

test("[AUTH-12] links have these purposes only", () => {
  expect(linkPurposes).toEqual(["confirm", "reset", "invite", "sign-in", "new-email", "keep-email"]);
});
