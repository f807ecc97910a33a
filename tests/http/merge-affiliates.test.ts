import { beforeAll, describe, expect, test } from "vitest";
import { texts } from "../e2e/support/texts";
import { activeAffiliate, type Affiliate } from "../factories/affiliates";
import { submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { enter } from "../factories/payees";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

const db = useDatabase();
const site = useSite(db);
let org: Org;
let staff: Visitor;
let t: Awaited<ReturnType<typeof texts>>;

beforeAll(async () => {
  t = await texts("en");
  org = await createOrg(db.database);
  staff = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
});

async function pair(name: string): Promise<[Affiliate, Affiliate]> {
  const kept = await activeAffiliate(db.database, org, { name });
  const other = await activeAffiliate(db.database, org, { name });
  const later = "update affiliate set created_at = created_at + interval '1 hour' where id = $1";
  await db.ownerPool.query(later, [other.affiliateId]);
  return [kept, other];
}
const textOf = async (who: Visitor, path: string) => textIn((await who.open(path)).text);

describe("[WORK-11] merging affiliates without JavaScript", () => {
  test("is offered for the same name, shows what moves, and leads old addresses and the person on", async () => {
    const [kept, other] = await pair("Nora Blum");
    await submittedLead(db.database, org, other, { company_name: "Tulpe" });
    const door = { door: "affiliate", affiliateOrgId: org.orgId } as const;
    const gone = await openVisitor(site, { language: "en", session: await signIn(db.database, other, door) });
    const stays = await openVisitor(site, { language: "en", session: await signIn(db.database, kept, door) });
    expect(await textOf(gone, "/affiliate/leads")).toContain("Tulpe");
    expect(await textOf(staff, `/affiliates/${other.affiliateId}`)).toContain(
      t("affiliates:page.namesake", { email: kept.email }),
    );
    const dialog = `/affiliates/${other.affiliateId}/merge`;
    expect(await textOf(staff, dialog)).toContain(t("merging:affiliate.same_name"));
    const preview = await textOf(staff, `${dialog}?with=${kept.affiliateId}`);
    for (const line of [
      t("merging:affiliate.sign_in"),
      t("merging:holds.leads", { count: 1 }),
      t("merging:merge.final"),
    ])
      expect(preview).toContain(line);

    // The browser checks the form by its own fields, also those that the address names.
    const fields = hiddenIn((await staff.get(`${dialog}?with=${kept.affiliateId}`)).text, "affiliate_id", "other_id");
    expect(fields).toEqual({ affiliate_id: other.affiliateId, other_id: kept.affiliateId });
    const done = await staff.submit(dialog, { ...fields, email: "kept" });
    expect(textIn(done.text)).toContain(t("merging:affiliate.done"));
    expect(textIn(done.text)).toContain(other.email);
    for (const path of [`/affiliates/${other.affiliateId}`, `/affiliates/${other.affiliateId}/edit`]) {
      expect(await textOf(staff, path)).toContain(t("merging:affiliate.gone", { name: "Nora Blum" }));
    }
    expect(await textOf(stays, "/affiliate/leads")).toContain("Tulpe");
    // The session of the other person has ended, and so has what it could read.
    const refused = await gone.open("/affiliate/leads");
    expect(textIn(refused.text)).not.toContain("Tulpe");
  });

  test("names what forbids it, and offers another affiliate", async () => {
    const [kept, other] = await pair("Ole Kern");
    await asOwner(db.database, org, (scope) => enter(scope, kept.affiliateId, "DE89370400440532013000"));
    const path = `/affiliates/${other.affiliateId}/merge`;
    const preview = await textOf(staff, `${path}?with=${kept.affiliateId}`);
    expect(preview).toContain(t("errors:merge_affiliate_paid"));
    expect(preview).toContain(t("merging:affiliate.has.payee", { name: `Ole Kern (${kept.email})` }));
    expect(preview).not.toContain(t("merging:merge.result"));
    const forced = await staff.submit(`${path}?with=${kept.affiliateId}`, { other_id: kept.affiliateId });
    expect(textIn(forced.text)).toContain(t("errors:merge_affiliate_paid"));
  });

  test("[WORK-11] merges two leads with the form of either page, and the earlier one stays", async () => {
    const [one, two] = await pair("Pia Voss");
    const [first, second] = [
      await submittedLead(db.database, org, one, { company_name: "Nelke" }),
      await submittedLead(db.database, org, two, { company_name: "Nelke" }),
    ];
    for (const [lead, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const { text } = await staff.get(`/leads/${lead}/merge?with=${other}`);
      expect(hiddenIn(text, "lead_id", "other_id")).toEqual({ lead_id: lead, other_id: other });
    }
    await staff.submit(`/leads/${second}/merge`, { lead_id: second, other_id: first });
    expect(await textOf(staff, `/leads/${first}`)).toContain("Nelke");
    const left = await db.ownerPool.query("select id from lead where id = any($1)", [[first, second]]);
    expect(left.rows).toEqual([{ id: first }]);
  });
});

/** Returns the values of hidden fields of the form that merges. */
function hiddenIn(html: string, ...names: string[]): Record<string, string | undefined> {
  const form = /<form[^>]*id="merge-.*?<\/form>/s.exec(html)?.[0] ?? "";
  const inputs = form.match(/<input[^>]*type="hidden"[^>]*>/g) ?? [];
  const valueOf = (name: string) => inputs.find((one) => one.includes(`name="${name}"`))?.match(/value="([^"]*)"/)?.[1];
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}
