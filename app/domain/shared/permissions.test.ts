import { describe, expect, test } from "vitest";
import { actorOf } from "../audit/list-audit.server";
import { actorName } from "../audit/record-audit.server";
import { actingAffiliate, actingUser, requireOwner, requireStaff } from "./permissions";
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
    { kind: "member", userId, role: "owner" },
    { staff: true, owner: true },
  ],
  [
    { kind: "member", userId, role: "member" },
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
    { kind: "api_key", keyId: userId, access: "read" },
    { staff: true, owner: false },
  ],
  [
    { kind: "api_key", keyId: userId, access: "write" },
    { staff: true, owner: false },
  ],
];

describe("who may act is said for every kind of actor", () => {
  test.each(known)("%j", (actor, { staff, owner }) => {
    expect(allowed(requireStaff, actor)).toBe(staff);
    expect(allowed(requireOwner, actor)).toBe(owner);
    expect(actorOf(actorName(actor), new Map()).kind).toBe(actor.kind);
  });

  test.each([{ kind: "robot", keyId: userId }, { kind: "member", userId, role: "guest" }, { kind: "" }, {}])(
    "an unknown kind or role may do nothing: %j",
    (actor) => {
      for (const check of [requireStaff, requireOwner, actingAffiliate])
        expect(allowed(check, actor)).toBe(false);
    },
  );

  test("who acts is written beside what they create; jobs and operators are nobody's account", () => {
    expect(known.map(([actor]) => actingUser(scopeOf(actor)))).toEqual([
      ...[userId, userId, userId],
      ...[null, null, null, null],
    ]);
  });

  test("only an affiliate acts as an affiliate", () => {
    const affiliateId = "5f0c1c3e-3d0b-4a55-8a8e-6f3b2a1c9d10";
    expect(actingAffiliate(scopeOf({ kind: "affiliate", userId, affiliateId }))).toBe(affiliateId);
    for (const [actor] of known.filter(([{ kind }]) => kind !== "affiliate")) {
      expect(allowed(actingAffiliate, { ...actor, affiliateId }), actor.kind).toBe(false);
    }
  });

  test("an unknown kind is nobody else in the log", () => {
    const stranger = { kind: "robot", keyId: userId } as unknown as Actor;
    expect(() => actorName(stranger)).toThrow(TypeError);
    expect(actingUser(scopeOf(stranger))).toBeNull();
    expect(actorOf(`api-key:${userId}`, new Map())).toEqual({ kind: "unknown", name: null });
    expect(actorOf("operators", new Map()).kind).toBe("unknown");
  });
});
