import type pg from "pg";
import type { Day } from "~/domain/shared/dates";
import type { AuditAction } from "~/domain/shared/proofs";
import { timeOrderedId } from "~/domain/shared/time-ordered-id.server";
import { inOwnerTransaction } from "./owner-transaction.server";

/** Credit notes per transaction, with their cancellations. */
const BATCH = 100;

const ACTION = "document.expire" satisfies AuditAction;

/**
 * The credit notes whose time is over, with their cancellations, which refer to them. One that somebody objects to, or
 * whose cancellation is still kept, stays.
 */
const DUE = `
  select d.id from public.document d
  where d.org_id = $1 and d.kind = 'credit_note' and d.kept_until < $2::date
    and not exists (
      select from public.document x where x.org_id = $1 and x.cancels = d.id and x.kept_until >= $2::date)
    and not exists (
      select from public.objection o where o.org_id = $1 and o.document_id = d.id and o.state = 'open')`;

/**
 * Deletes the documents of organizations that exist which had to be kept until a day before this one (PAY-16): files,
 * objections and content. Payouts, statements and sums stay. The audit log of the organization lists their numbers.
 * Each batch is a transaction, and another call continues after an interruption. Returns the number of documents.
 *
 * @param owner pool of the owner role: the runtime role cannot delete documents
 */
export async function expireDocuments(owner: pg.Pool, today: Day, now: Date): Promise<number> {
  const { rows } = await owner.query<{ org_id: string }>(
    `select distinct org_id from public.document where kept_until < $1::date and kind = 'credit_note'`,
    [today],
  );
  let expired = 0;
  // Each statement names its organization, so on a cluster it goes to one shard.
  for (const { org_id } of rows) {
    let batch: number;
    do {
      batch = await expireBatch(owner, org_id, today, now);
      expired += batch;
    } while (batch > 0);
  }
  return expired;
}

async function expireBatch(owner: pg.Pool, orgId: string, today: Day, now: Date): Promise<number> {
  return inOwnerTransaction(owner, async (client) => {
    const { rows } = await client.query<{ id: string; number: string; kind: string }>(
      `select id, number, kind from public.document
       where org_id = $1 and coalesce(cancels, id) in (${DUE} order by d.id limit $3) order by number`,
      [orgId, today, BATCH],
    );
    if (rows.length === 0) return 0;
    const of = (kind: string) => rows.flatMap((row) => (row.kind === kind ? [row.id] : []));
    const all = rows.map(({ id }) => id);
    await client.query("delete from public.objection where org_id = $1 and document_id = any($2::uuid[])", [
      orgId,
      all,
    ]);
    await client.query("delete from public.document_file where org_id = $1 and document_id = any($2::uuid[])", [
      orgId,
      all,
    ]);
    for (const kind of ["cancellation", "credit_note"])
      await client.query("delete from public.document where org_id = $1 and id = any($2::uuid[])", [orgId, of(kind)]);
    const numbers = rows.map(({ number }) => number).join(", ");
    await client.query(
      `insert into public.audit_log (org_id, id, actor, action, entity, entity_id, data, created_at)
       values ($1, $2, 'job:document.prune', $3, 'organization', $1, $4, $5)`,
      [orgId, timeOrderedId(), ACTION, JSON.stringify({ count: rows.length, numbers }), now],
    );
    return rows.length;
  });
}
