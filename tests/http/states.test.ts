import { beforeAll, expect, test } from "vitest";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { addDays, todayIn } from "~/domain/shared/dates";
import { languages, loadTexts, type Language } from "~/i18n/languages";
import { agency, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { useSite } from "../support/site";
import { textIn } from "../support/html";
import { openVisitor, type Visitor } from "../support/visitor";

const db = useDatabase();
const site = useSite(db);

const portal = ["/affiliate/leads?tab=deals", "/affiliate/earnings?period=all", "/affiliate/earnings.csv?period=all"];
const staff = [
  "/leads?tab=deals",
  "/commissions?tab=all",
  "/commissions/export.csv?tab=all",
  "/leads/deals/export.csv",
];

let org: Org;
let affiliate: Affiliate;
let deals: Record<"due" | "planned" | "paid", { id: string }>;

beforeAll(async () => {
  ({ org, affiliate } = await agency(db.database));
  const today = todayIn("Europe/Berlin", new Date());
  const closed = (title: string, close_date: string) => oneTimeDeal(db.database, org, affiliate, { title, close_date });
  deals = {
    due: await closed("Alpha", today),
    planned: await closed("Beta", addDays(today, 9)),
    paid: await closed("Gamma", today),
  };
  await asOwner(db.database, org, (scope) => payCommissions(scope, { deals: [deals.paid.id], receiptUrl: null }));
});

test.each(languages)(
  "[I18N-02] [COM-02] [POR-03] a commission that is due, planned or paid has the same name on every screen and in every file: %s",
  async (language: Language) => {
    const { states } = (await loadTexts(language)).commissions;
    const opened = async (userId: string, options = {}) =>
      openVisitor(site, { language, session: await signIn(db.database, { userId }, options) });
    const reads = async (visitor: Visitor, path: string) => {
      const { text: body, status } = await visitor.open(path);
      expect(status, path).toBe(200);
      return path.includes(".csv") ? body : textIn(body);
    };
    const wrong: string[] = [];
    const [owner, partner] = [
      await opened(org.owner.userId),
      await opened(affiliate.userId, { door: "affiliate", affiliateOrgId: org.orgId }),
    ];
    for (const [visitor, paths] of [
      [owner, [...staff, ...Object.values(deals).map(({ id }) => `/leads/deals/${id}`)]],
      [partner, portal],
    ] as const)
      for (const path of paths) {
        const text = await reads(visitor, path);
        for (const state of ["due", "planned", "paid"] as const) {
          const only = /deals\/[0-9a-f-]{36}$/.test(path);
          if (only && !path.endsWith(deals[state].id)) continue;
          if (!text.includes(states[state])) wrong.push(`${path} does not say "${states[state]}"`);
        }
      }
    expect(wrong).toEqual([]);
  },
  60_000,
);
