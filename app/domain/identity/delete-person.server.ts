import { randomUUID } from "node:crypto";
import type { IdentityScope } from "../shared/scope";

/** Who has gone, and how they are told. */
export interface Farewell {
  userId: string;
  name: string;
  email: string;
  /** Language of the mail. */
  language: string;
}

/**
 * Deletes the account of somebody who belongs to no organization any more, with sessions, links, second factors and
 * sign-ups, and has them told by mail. Returns false, and does nothing, while they belong to one, and when the account
 * is gone.
 */
export async function deletePerson(scope: IdentityScope, person: Farewell): Promise<boolean> {
  const [row] = await scope.db.$queryRaw<{ deleted: boolean }[]>`
    select app.delete_person(${person.userId}::uuid) as deleted`;
  if (!row!.deleted) return false;
  await sayFarewell(scope, "account_deleted", person);
  return true;
}

/**
 * Deletes the account of somebody whose access to a portal has ended, if they belong nowhere else; else only the links
 * that open this portal. They are told by mail in both cases. Returns whether the account is gone.
 */
export async function endPortal(
  scope: IdentityScope,
  portal: { orgId: string; organization: string },
  person: Farewell,
): Promise<boolean> {
  if (await deletePerson(scope, person)) return true;
  await scope.db.$executeRaw`
    update one_time_token set expires_at = created_at
    where user_id = ${person.userId}::uuid and org_id = ${portal.orgId}::uuid and used_at is null`;
  await sayFarewell(scope, "access_ended", { ...person, organization: portal.organization });
  return false;
}

async function sayFarewell(
  scope: IdentityScope,
  kind: "account_deleted" | "access_ended",
  { name, email, language, organization }: Farewell & { organization?: string },
): Promise<void> {
  await scope.enqueue("mail.farewell", {
    mail_id: randomUUID(),
    kind,
    language,
    person: scope.seal(JSON.stringify({ name, email, ...(organization && { organization }) })),
  });
}
