import { describe, expect, test } from "vitest";
import { DomainError } from "../shared/errors";
import type { Actor, Scope } from "../shared/scope";
import { actingReceiver } from "./receiver";

const receiverFor = (actor: Actor) => actingReceiver({ actor } as Scope);

describe("[NOT-01] whose notices somebody reads", () => {
  test("an affiliate those of the affiliate, whoever looks at them", () => {
    const affiliate = { kind: "affiliate", userId: "u", affiliateId: "a" } as const;
    expect(receiverFor(affiliate)).toEqual({ affiliateId: "a" });
    expect(receiverFor({ ...affiliate, viewedBy: "s" })).toEqual({ affiliateId: "a" });
  });

  test("whoever works for the organisation their own", () => {
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
    { kind: "api_key", keyId: "k", access: "write" },
  ])("$kind none", (actor) => {
    expect(() => receiverFor(actor)).toThrow(new DomainError("forbidden"));
  });
});
