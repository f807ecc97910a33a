import { actorName } from "./record-audit.server";
import type { Scope } from "../shared/scope";
import { firstIdOf } from "../shared/time-ordered-id.server";
import { UNDO, undoable, undoKinds, undoUntil, type Undo } from "../shared/undo";

/** Actions that can still be undone, by the id of the affected lead, deal or monthly payment. */
export type UndoableRows = Record<
  string,
  Undo & { until: number; /** Number of rows of the same action, including this one. */ rows: number }
>;

/** Limit for the rows, as many as one or two pages show. */
const MAX_ROWS = 200;

/** Returns the recent actions that the acting user can still undo. Reads only the last minutes of the log. */
export async function readUndoable(scope: Scope): Promise<UndoableRows> {
  const since = new Date(scope.now.getTime() - UNDO.extended * 1_000);
  const entries = await scope.db.$queryRaw<Entry[]>`
    with own as (
      select id, coalesce(batch_id, id) as batch, action, entity, entity_id, data, created_at from audit_log
      where org_id = ${scope.orgId}::uuid and id >= ${firstIdOf(since)}::uuid
        and created_at >= ${since} and actor = ${actorName(scope.actor)}
    ), begun as (
      select own.batch, own.entity_id, first.action, first.created_at from own join own first on first.id = own.batch
      where first.action = any(${undoKinds.flatMap((kind) => [...undoable[kind]])}::text[])
        and own.entity <> 'organization' and own.action <> 'receipt.set'
        and not exists (select 1 from own undone where undone.data ->> 'undoes' = own.batch::text)
      order by own.id desc limit ${MAX_ROWS}::int
    )
    select batch, entity_id as "row", action, created_at as "doneAt",
           notices.mail_at as "mailAt", notices.waiting, coalesce(notices.begun, false) as begun
    from begun left join lateral (
      select max(n.mail_at) as mail_at, count(*) > 0 as waiting, bool_or(n.mail_begun_at is not null) as begun
      from notification n where n.org_id = ${scope.orgId}::uuid and n.batch_id = begun.batch
    ) notices on true`;
  const rowsOf = new Map<string, number>();
  for (const { batch } of entries) rowsOf.set(batch, (rowsOf.get(batch) ?? 0) + 1);
  const found: UndoableRows = {};
  // Newest first: of two actions on one row, the later one counts.
  for (const { batch, row, action, doneAt, mailAt, waiting, begun } of entries) {
    const of = undoKinds.find((kind) => (undoable[kind] as readonly string[]).includes(action));
    const until = undoUntil(doneAt, { waiting, mailAt });
    if (of && !begun && until > scope.now)
      found[row] ??= { of, batchId: batch, until: until.getTime(), rows: rowsOf.get(batch)! };
  }
  return found;
}

interface Entry {
  batch: string;
  row: string;
  action: string;
  doneAt: Date;
  mailAt: Date | null;
  waiting: boolean;
  begun: boolean;
}
