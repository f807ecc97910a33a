import { describe, expect, test } from "vitest";
import { DomainError } from "../shared/errors";
import type { Actor, Scope } from "../shared/scope";
import { actingReceiver } from "./receiver";

const receiverFor = (actor: Actor) => actingReceiver({ actor } as Scope);

describe("[NOT-01] the receiver whose notifications are shown", () => {
  test("is the affiliate, also if staff view the portal", () => {
    const affiliate = { kind: "affiliate", userId: "u", affiliateId: "a" } as const;
    expect(receiverFor(affiliate)).toEqual({ affiliateId: "a" });
    expect(receiverFor({ ...affiliate, viewedBy: "s" })).toEqual({ affiliateId: "a" });
  });

  test("is the user, for staff of the organization", () => {
    expect(receiverFor({ kind: "member", userId: "u", role: "owner", isProven: false })).toEqual({
      userId: "u",
    });
    expect(receiverFor({ kind: "member", userId: "u", role: "member", isProven: false })).toEqual({
      userId: "u",
    });
  });

  test.each<Actor>([
    { kind: "job", name: "mail.notification" },
    { kind: "operator" },
    { kind: "api_key", keyId: "k", access: "write", readsDocuments: false },
  ])("does not exist for an actor of the kind $kind", (actor) => {
    expect(() => receiverFor(actor)).toThrow(new DomainError("forbidden"));
  });
});
