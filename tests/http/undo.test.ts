import { expect, test } from "vitest";
import { UNDO } from "~/domain/shared/undo";
import { texts } from "../e2e/support/texts";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { oweCommissions, paymentsOf } from "../support/owed-commissions";
import { openVisitor } from "../support/visitor";
import { useSite } from "../support/site";

const db = useDatabase();
const site = useSite(db);

test("[A11Y-01] [COM-02] a payment can be undone in its row too, also after requesting more time", async () => {
  const { org, deals } = await oweCommissions(db, { second: "Ada" });
  const { paid } = paymentsOf(db, () => org);
  db.at(null);
  const t = await texts("en");
  const visitor = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  const rows = () => visitor.get("/commissions?tab=paid");
  const inRow = `aria-label="${t("common:undo")}: `;
  await visitor.post("/commissions", { intent: "mark-paid", kind: "deal", id: deals[0]! });
  expect(await paid()).toHaveLength(1);
  const page = (await rows()).text;
  expect(page).toContain(t("common:undo_for", { seconds: UNDO.seconds }));
  expect(page).toContain(inRow);
  const batch = /name="batch_id" value="([^"]+)"/.exec(page)![1]!;
  await visitor.post("/undo/more-time", { what: "payment", batch_id: batch, back: "/commissions?tab=paid" });
  expect((await rows()).text).toContain(t("common:undo_until", { time: "" }).trim());
  // Long after the toast has gone and the email would have been sent.
  await db.ownerPool.query(`update notification set created_at = created_at - interval '1 minute'`);
  await db.runJobs();
  expect((await rows()).text).toContain(inRow);
  await visitor.post("/commissions/undo", { batch_id: batch });
  expect(await paid()).toEqual([]);
  expect((await rows()).text).not.toContain(inRow);
});
