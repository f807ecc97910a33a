import type pg from "pg";
import { YEARS_KEPT } from "~/domain/documents/keeping";
import { todayIn, type Day } from "~/domain/shared/dates";

/** Name of the table with documents that remain of deleted organizations. */
export const KEPT_TABLE = "kept_document";

/** Documents per statement, few enough for the memory with their files. */
const BATCH = 200;

/** Credit notes and cancellations with their files. One copied before its file existed gets it now. */
const DOCUMENTS = `
  insert into public.kept_document
    (org_id, id, kind, number, issued_on, kept_until, content, objections, pdf, pdf_sha256, xml, xml_sha256, key_id)
  select d.org_id, d.id, d.kind, d.number, d.issued_on, d.kept_until, d.content,
    coalesce((
      select jsonb_agg(jsonb_build_object('state', o.state, 'raisedAt', o.raised_at, 'answeredAt', o.answered_at)
        order by o.raised_at)
      from public.objection o where o.org_id = d.org_id and o.document_id = d.id), '[]'),
    f.pdf, f.pdf_sha256, f.xml, f.xml_sha256, f.key_id
  from public.document d
  left join public.document_file f on f.org_id = d.org_id and f.document_id = d.id
  where d.org_id = $1 and d.kept_until >= $2::date and not exists (
    select from public.kept_document k
    where k.org_id = d.org_id and k.id = d.id and (k.pdf is not null or f.pdf is null))
  order by d.id limit $3
  on conflict (org_id, id) do update set pdf = excluded.pdf, pdf_sha256 = excluded.pdf_sha256,
    xml = excluded.xml, xml_sha256 = excluded.xml_sha256, key_id = excluded.key_id`;

/** Statements of payouts. Their content is enough to print them again. */
const STATEMENTS = `
  insert into public.kept_document (org_id, id, kind, number, issued_on, kept_until, content)
  select s.org_id, s.id, 'statement', s.number, s.issued_on, s.kept_until, s.statement
  from (
    select p.org_id, p.id, p.number, p.statement, (p.statement ->> 'issuedOn')::date as issued_on,
      make_date(left(p.statement ->> 'issuedOn', 4)::int + $4::int, 12, 31) as kept_until
    from public.payout p where p.org_id = $1 and p.number is not null and p.statement is not null) s
  where s.kept_until >= $2::date and not exists (
    select from public.kept_document k where k.org_id = s.org_id and k.id = s.id)
  order by s.id limit $3
  on conflict (org_id, id) do nothing`;

/**
 * Copies the documents of an organization that the law still keeps to where its deletion does not reach them. Each
 * batch is a transaction, and a second call continues after an interruption. Returns the number of copied documents.
 *
 * @param owner pool of the owner role, the only one with access
 */
export async function keepDocuments(owner: pg.Pool, orgId: string, now: Date): Promise<number> {
  const today = todayIn("UTC", now);
  return (
    (await inBatches(owner, DOCUMENTS, [orgId, today, BATCH])) +
    (await inBatches(owner, STATEMENTS, [orgId, today, BATCH, YEARS_KEPT]))
  );
}

async function inBatches(owner: pg.Pool, sql: string, values: unknown[]): Promise<number> {
  let copied = 0;
  for (;;) {
    const { rowCount } = await owner.query(sql, values);
    copied += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return copied;
  }
}

/** Deletes the documents that were kept until a day before this one. Returns their number. */
export async function deleteExpiredDocuments(owner: pg.Pool, today: Day): Promise<number> {
  const { rows } = await owner.query<{ org_id: string }>(
    "select distinct org_id from public.kept_document where kept_until < $1::date",
    [today],
  );
  let deleted = 0;
  // Each statement names its organization, so on a cluster it goes to one shard.
  for (const { org_id } of rows)
    deleted += await inBatches(
      owner,
      `delete from public.kept_document where org_id = $1 and id in (
         select id from public.kept_document where org_id = $1 and kept_until < $2::date limit $3)`,
      [org_id, today, BATCH],
    );
  return deleted;
}
