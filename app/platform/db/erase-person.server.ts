import type pg from "pg";
import { erasedEmail } from "~/domain/shared/erased";
import { BATCH, replaceTexts, textColumns } from "./erase-texts.server";
import { addressPattern, namePattern, type Pattern } from "./erased-patterns";

/** The person to erase, and the replacement name. */
export interface ErasedPerson {
  /** Null for a member. */
  affiliateId: string | null;
  /** The person's account. */
  userId: string;
  name: string;
  email: string;
  nobody: string;
}

/** Numbers of changed rows. */
export interface Erased {
  texts: number;
  /** Whether the account was deleted; it remains while the person belongs to another organization. */
  account: boolean;
}

/**
 * Erases the name and the address of an affiliate or member from every text of one organization. Deletes the account,
 * with its sessions, links, second factors and sign-ups, if no other organization needs it. Idempotent, and can be
 * resumed.
 *
 * @param owner pool of the owner role; the runtime role may not change the log or accounts of others
 */
export async function erasePerson(owner: pg.Pool, orgId: string, person: ErasedPerson): Promise<Erased> {
  const { name, email, nobody } = person;
  let texts = await clearResponses(owner, orgId, person);
  for (const column of await textColumns(owner)) {
    for (const pattern of present(addressPattern(email), namePattern(name, column.isJson)))
      texts += await replaceTexts(owner, orgId, column, { pattern, nobody, leadIds: null });
  }
  return { texts, account: await closeAccount(owner, orgId, person) };
}

/**
 * Empties the webhook responses of deliveries that name the person, because a receiver may quote the request in any
 * form. Deliveries about the affiliate are found by id, which remains in the body, so a second run finds them too.
 */
async function clearResponses(
  owner: pg.Pool,
  orgId: string,
  { affiliateId, name, email }: ErasedPerson,
): Promise<number> {
  const patterns = present(namePattern(name, true), addressPattern(email));
  const named = patterns.map(({ ignoresCase }, at) => `body ${ignoresCase ? "~*" : "~"} $${at + 3}`);
  // All bodies are scanned once. The matching ids are few enough for memory.
  const { rows } = await owner.query<{ id: string }>(
    `select id from public.webhook_delivery
     where org_id = $1 and (body::jsonb #>> '{affiliate,id}' = $2::text or ${named.join(" or ")})`,
    [orgId, affiliateId, ...patterns.map(({ text }) => text)],
  );
  let changed = 0;
  for (let first = 0; first < rows.length; first += BATCH) {
    const { rowCount } = await owner.query(
      `update public.webhook_attempt set error = null, response = null
       where org_id = $1 and delivery_id = any($2::uuid[]) and (error is not null or response is not null)`,
      [orgId, rows.slice(first, first + BATCH).map(({ id }) => id)],
    );
    changed += rowCount ?? 0;
  }
  return changed;
}

const present = (...patterns: (Pattern | null)[]) => patterns.filter((one) => one !== null);

/** Runs in one transaction, so that an account is never half closed. */
async function closeAccount(
  owner: pg.Pool,
  orgId: string,
  { affiliateId, userId, email }: ErasedPerson,
): Promise<boolean> {
  const client = await owner.connect();
  try {
    await client.query("begin");
    await client.query(
      `update public.member_invitation set email = $3,
         revoked_at = case when accepted_at is null then coalesce(revoked_at, $4::timestamptz) else revoked_at end
       where org_id = $1 and email = $2`,
      [orgId, email, erasedEmail(affiliateId ?? userId), new Date()],
    );
    await client.query("update public.organization set reply_to = null where org_id = $1 and reply_to = $2", [
      orgId,
      email,
    ]);
    await client.query("delete from public.one_time_token where user_id = $1 and org_id = $2", [userId, orgId]);
    await client.query("delete from public.session where user_id = $1 and affiliate_org_id = $2", [userId, orgId]);
    await client.query("delete from public.mail_choice where user_id = $1 and org_id = $2", [userId, orgId]);
    const { rowCount } = await client.query(
      `delete from public.app_user where id = $1
         and not exists (select 1 from public.membership where user_id = $1)`,
      [userId],
    );
    if (rowCount) {
      await client.query("delete from public.sign_up where email = $1", [email]);
      await client.query("select app.delete_rows_of_people(array[$1::uuid])", [userId]);
    }
    await client.query("commit");
    client.release();
    return Boolean(rowCount);
  } catch (error) {
    await client.query("rollback").then(
      () => client.release(),
      (failure: Error) => client.release(failure),
    );
    throw error;
  }
}
