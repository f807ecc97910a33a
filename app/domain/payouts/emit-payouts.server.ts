import type { DocumentKind } from "../documents/document";
import type { Scope } from "../shared/scope";
import { emitEvents } from "../webhooks/emit-event.server";

type AboutPayout<E> = E extends { payout_id: string } ? Omit<E, "payout_id"> : never;
/** An event of payouts, without its payout. */
type Happened = AboutPayout<Parameters<typeof emitEvents>[1][number]>;

/** Queues an event for each of these payouts, in the transaction of the change. */
export async function emitPayouts(scope: Scope, payoutIds: readonly string[], happened: Happened): Promise<void> {
  if (payoutIds.length === 0) return;
  const events = payoutIds.map((payout_id) => ({ ...happened, payout_id }));
  await scope.inSavepoint(`queueing ${happened.event}`, () => emitEvents(scope, events));
}

/** Queues an event for each of these new documents, in the transaction that issues them. */
export async function emitDocuments(
  scope: Scope,
  documents: readonly { id: string; payoutId: string; content: { kind: DocumentKind } }[],
): Promise<void> {
  const events = documents.map(({ id: document_id, payoutId: payout_id, content: { kind } }) => {
    return {
      event: kind === "cancellation" ? "document.cancelled" : "document.issued",
      payout_id,
      document_id,
    } as const;
  });
  await scope.inSavepoint("queueing events of documents", () => emitEvents(scope, events));
}

/** Returns the ids of the open payouts of a run, by number. */
export async function openPayouts(scope: Scope, runId: string): Promise<string[]> {
  const where = { runId, state: "open" };
  const payouts = await scope.db.payout.findMany({ where, orderBy: { number: "asc" }, select: { id: true } });
  return payouts.map(({ id }) => id);
}
