import { randomUUID } from "node:crypto";
import { createOrganization } from "~/domain/organizations/create-organization.server";
import type { Actor, Scope } from "~/domain/shared/scope";
import { createUser, nextNumber, type Person, type TestDoor } from "./people";

export type MemberActor = Extract<Actor, { kind: "member" }>;

export interface Member extends Person {
  actor: MemberActor;
}

export interface Org {
  orgId: string;
  name: string;
  owner: Member;
}

/**
 * Creates an organization with a confirmed owner. It is subscribed, so that tests can use any date; or in its trial.
 */
export async function createOrg(
  db: TestDoor,
  input: { name?: string; ownerEmail?: string; trial?: boolean } = {},
): Promise<Org> {
  const name = input.name ?? `Agency ${nextNumber()}`;
  const person = await createUser(db, { ...(input.ownerEmail && { email: input.ownerEmail }) });
  const owner: Member = {
    ...person,
    actor: { kind: "member", userId: person.userId, role: "owner", isProven: true },
  };
  const found = async (scope: Scope) => {
    const id = await createOrganization(scope, person, name);
    if (!input.trial) await scope.db.organization.updateMany({ data: { subscriptionStatus: "active" } });
    return id;
  };
  const orgId = await db.withOrg(randomUUID(), owner.actor, found, "founding");
  return { orgId, name, owner };
}

/** Adds a member, as if the person had accepted an invitation. */
export async function addMember(
  db: TestDoor,
  org: Org,
  input: { email?: string; role?: "owner" | "member" } = {},
): Promise<Member> {
  const { email, role = "member" } = input;
  const person = await createUser(db, { ...(email && { email }) });
  await asOwner(db, org, (scope) =>
    scope.db.membership.create({ data: { userId: person.userId, role, createdAt: scope.now } }),
  );
  return { ...person, actor: { kind: "member", userId: person.userId, role, isProven: true } };
}

/** Runs a callback in the organization as its owner. */
export function asOwner<T>(db: TestDoor, org: Org, use: (scope: Scope) => Promise<T>): Promise<T> {
  return db.withOrg(org.orgId, org.owner.actor, use);
}
