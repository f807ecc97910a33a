import { describe, expect, test } from "vitest";
import { actorOf } from "../audit/list-audit.server";
import { actorName } from "../audit/record-audit.server";
import { actingAffiliate, actingUser, requireOwner, requireProof, requireStaff } from "./permissions";
import { PROOF_MINUTES, proofs, provenUntil, type AuditAction } from "./proofs";
import type { Actor, Scope } from "./scope";

const scopeOf = (actor: unknown) => ({ actor }) as Scope;
const allowed = (check: (scope: Scope) => unknown, actor: unknown) => {
  try {
    check(scopeOf(actor));
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "forbidden" });
    return false;
  }
};

const userId = "0d8f2f0e-6f6a-4c33-9d0d-0c8f6f0a1b2c";
const known: [Actor, { staff: boolean; owner: boolean }][] = [
  [
    { kind: "member", userId, role: "owner", isProven: true },
    { staff: true, owner: true },
  ],
  [
    { kind: "member", userId, role: "member", isProven: true },
    { staff: true, owner: false },
  ],
  [
    { kind: "affiliate", userId, affiliateId: userId },
    { staff: false, owner: false },
  ],
  [
    { kind: "job", name: "webhook.emit" },
    { staff: true, owner: true },
  ],
  [{ kind: "operator" }, { staff: true, owner: true }],
  [
    { kind: "api_key", keyId: userId, access: "read", readsDocuments: false },
    { staff: true, owner: false },
  ],
  [
    { kind: "api_key", keyId: userId, access: "write", readsDocuments: false },
    { staff: true, owner: false },
  ],
];

describe("permissions are defined for every kind of actor", () => {
  test.each(known)("%j", (actor, { staff, owner }) => {
    expect(allowed(requireStaff, actor)).toBe(staff);
    expect(allowed(requireOwner, actor)).toBe(owner);
    expect(actorOf(actorName(actor), new Map()).kind).toBe(actor.kind);
  });

  test.each([{ kind: "robot", keyId: userId }, { kind: "member", userId, role: "guest" }, { kind: "" }, {}])(
    "and an unknown kind or role has none: %j",
    (actor) => {
      for (const check of [requireStaff, requireOwner, actingAffiliate]) expect(allowed(check, actor)).toBe(false);
    },
  );

  test("and the acting user is recorded, which jobs, operators and keys do not have", () => {
    expect(known.map(([actor]) => actingUser(scopeOf(actor)))).toEqual([
      userId,
      userId,
      userId,
      null,
      null,
      null,
      null,
    ]);
  });

  test("and only an affiliate acts as an affiliate", () => {
    const affiliateId = "5f0c1c3e-3d0b-4a55-8a8e-6f3b2a1c9d10";
    expect(actingAffiliate(scopeOf({ kind: "affiliate", userId, affiliateId }))).toBe(affiliateId);
    for (const [actor] of known.filter(([{ kind }]) => kind !== "affiliate")) {
      expect(allowed(actingAffiliate, { ...actor, affiliateId }), actor.kind).toBe(false);
    }
  });

  test("and an unknown kind is not logged as another one", () => {
    const stranger = { kind: "robot", keyId: userId } as unknown as Actor;
    expect(() => actorName(stranger)).toThrow(TypeError);
    expect(actingUser(scopeOf(stranger))).toBeNull();
    expect(actorOf(`api-key:${userId}`, new Map())).toEqual({ kind: "unknown", name: null });
    expect(actorOf("operators", new Map()).kind).toBe("unknown");
  });
});

describe("[AUTH-14] [API-02] an action that requires re-authentication", () => {
  const outcome = (actor: unknown, action: string) => {
    try {
      requireProof(scopeOf(actor), action as AuditAction);
      return "allowed";
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const unproven = { kind: "member", userId, role: "owner", isProven: false };

  test.each(known)("%j", (actor) => {
    const needs = actor.kind === "api_key" || actor.kind === "affiliate" ? "forbidden" : "allowed";
    expect(outcome(actor, "member.invite")).toBe(needs);
    expect(outcome(actor, "lead.add")).toBe("allowed");
  });

  test("is rejected without one, and so is an action missing from the table", () => {
    const asked = Object.entries(proofs).filter(([, { proof }]) => proof === "recent");
    expect(asked.length).toBeGreaterThan(15);
    for (const [action] of asked) expect(outcome(unproven, action), action).toBe("proof_required");
    expect(outcome(unproven, "member.made_up")).toBe("proof_required");
    expect(outcome({ kind: "robot" }, "member.invite")).toBe("forbidden");
  });

  test("has a reason for its rule, like every action", () => {
    for (const [action, { because }] of Object.entries(proofs)) expect(because.length, action).toBeGreaterThan(10);
  });

  test("accepts a re-authentication for ten minutes and none from the future", () => {
    const now = new Date("2026-03-01T12:00:00Z");
    const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
    expect(PROOF_MINUTES).toBe(10);
    expect(provenUntil(ago(9), now)).toEqual(ago(-1));
    for (const at of [ago(10), ago(-1), null]) expect(provenUntil(at, now)).toBeNull();
  });
});
