import { randomUUID } from "node:crypto";
import type { IdentityScope } from "../shared/scope";

/** The deleted user, for the email that confirms the deletion. */
export interface Farewell {
  userId: string;
  name: string;
  email: string;
  /** Language of the email. */
  language: string;
}

/**
 * Deletes the account of a user without an organization, with sessions, links, second factors and sign-ups, and queues
 * an email about it. Returns false, without any change, if the user still belongs to an organization or does not exist.
 */
export async function deletePerson(scope: IdentityScope, person: Farewell): Promise<boolean> {
  const [row] = await scope.db.$queryRaw<{ deleted: boolean }[]>`
    select app.delete_person(${person.userId}::uuid) as deleted`;
  if (!row!.deleted) return false;
  await sayFarewell(scope, "account_deleted", person);
  return true;
}

/**
 * Ends a user's access to a portal and returns whether the account was deleted. The account is deleted if the user
 * belongs to no other organization; otherwise only the links to this portal end. The user is notified by email in both
 * cases.
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
