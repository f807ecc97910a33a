import { beforeAll, describe, expect, test } from "vitest";
import { todayIn } from "~/domain/shared/dates";
import { UNDO } from "~/domain/shared/undo";
import { texts } from "../e2e/support/texts";
import { activeAffiliate, withTerms } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

const db = useDatabase();
const site = useSite(db);
const today = todayIn("Europe/Berlin", new Date());
let org: Org;
let staff: Visitor;
let portal: Visitor;
let t: Awaited<ReturnType<typeof texts>>;
let monthly: string;
let once: { id: string; leadId: string };

beforeAll(async () => {
  t = await texts("en");
  org = await createOrg(db.database);
  const affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  monthly = (await recurringDeal(db.database, org, affiliate, { contract_start_date: today })).id;
  once = await oneTimeDeal(db.database, org, affiliate);
  staff = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  const door = { door: "affiliate", affiliateOrgId: org.orgId } as const;
  portal = await openVisitor(site, { language: "en", session: await signIn(db.database, affiliate, door) });
});

const textOf = async (who: Visitor, path: string) => textIn((await who.open(path)).text);

describe("[LEAD-16] ending a deal without JavaScript", () => {
  test("previews and ends a deal, shows the end to staff and affiliate, and resumes it", async () => {
    const path = `/leads/deals/${monthly}/end`;
    const preview = await textOf(staff, `${path}?tab=deals&reason=cancelled_by_customer&day=${today}`);
    expect(preview).toContain(t("deals:end.fates.ends"));
    expect(preview).toContain("€120.00");
    expect(await textOf(staff, `${path}?reason=cancelled_by_customer&day=2020-01-01`)).toContain(
      t("errors:deal_end_outside"),
    );
    const form = { reason: "cancelled_by_customer", day: today, note: "Closed their shop" };
    expect(textIn((await staff.submit(path, { ...form, reason: "" })).text)).toContain(t("errors:end_reason_required"));
    expect(textIn((await staff.submit(path, form)).text)).toContain(t("deals:end.saved"));
    for (const shown of [
      await textOf(staff, `/leads/deals/${monthly}`),
      await textOf(portal, `/affiliate/leads/deals/${monthly}`),
    ]) {
      expect(shown).toContain("Closed their shop");
    }
    expect(await textOf(staff, path)).toContain(t("errors:deal_ended"));
    const resumed = await staff.submit("/leads?tab=deals", { intent: "resume-deal", deal_id: monthly });
    expect(textIn(resumed.text)).toContain(t("deals:end.resumed"));
    expect(await textOf(staff, `/leads/deals/${monthly}`)).not.toContain("Closed their shop");
  });

  test("marks the lead of a canceled deal lost from its dialog, and then the end is final", async () => {
    await staff.submit(`/leads/deals/${once.id}/end`, { reason: "cancelled_by_customer", day: today });
    const dialog = await textOf(staff, `/leads/deals/${once.id}`);
    expect(dialog).toContain(t("leads:lead.lose"));
    expect(dialog).toContain(t("deals:end.resume"));
    expect(await textOf(staff, `/leads/${once.leadId}/lose`)).toContain(
      t("leads:lose.text", { seconds: UNDO.seconds }),
    );
    await staff.submit("/leads", { intent: "move", lead_id: once.leadId, status: "lost" });
    const resumed = await staff.submit("/leads", { intent: "resume-deal", deal_id: once.id });
    expect(textIn(resumed.text)).toContain(t("errors:deal_end_built_on"));
    expect(await textOf(staff, `/leads/deals/${once.id}`)).not.toContain(t("deals:end.resume"));
  });
});
