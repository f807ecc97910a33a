import { expect, test } from "vitest";
import { oneTimeDeal } from "../factories/deals";
import { agency } from "../factories/affiliates";
import { signIn } from "../factories/people";
import { texts } from "../e2e/support/texts";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor } from "../support/visitor";

// A search without results says so, and not that the period, the kind or the affiliate was the reason.

const db = useDatabase();
const site = useSite(db);

test("[WORK-12] a search that finds nothing is named as the reason", async () => {
  const { org, affiliate } = await agency(db.database);
  await oneTimeDeal(db.database, org, affiliate);
  const t = await texts("en");
  const owner = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  const reasons = {
    "/settings/activity": t("settings:activity.search_empty_text"),
    "/commissions": t("transactions:no_match.text"),
    "/transactions": t("transactions:no_match.text"),
  };
  for (const [path, reason] of Object.entries(reasons)) {
    const { text } = await owner.open(`${path}?q=nowhere`);
    expect(textIn(text), path).toContain(reason);
    expect(reason).toContain("search");
  }
});
