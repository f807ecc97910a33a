import { expect, test, type Page } from "./support/test";
import { addDays, todayIn } from "../../app/domain/shared/dates";
import { waitForHydration } from "./support/alive";
import { idsOn } from "./support/api";
import { openTerms, post } from "./support/terms";

// Screen readers announce a calculated text once, as a whole, when the user pauses typing.

const today = todayIn("Europe/Berlin", new Date());
/** Shorter and longer than the pause after which a text is announced. */
const [SHORT, LONG] = [800, 1_200];

test("[A11Y-01] announces text calculated from input as a whole, once, after a pause", async ({ browser }) => {
  const { staff, portal, t, affiliate, euro, percent } = await openTerms(browser, "en");

  /** Returns what is announced after keys are pressed in a field, each sooner than the pause. */
  async function saidAfter(page: Page, path: string, selector: string, keys: readonly string[]) {
    await page.clock.install();
    await page.goto(path);
    const field = page.locator(selector).first();
    await waitForHydration(field);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.locator("[data-announcer]").evaluate((region) => {
      const said: string[] = [];
      new MutationObserver(() => said.push(region.textContent)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
      Object.assign(window, { said });
    });
    const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
    await field.focus();
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.clock.runFor(SHORT);
      expect(await said(), path).toEqual([]);
    }
    await page.clock.runFor(LONG);
    const texts = await said();
    expect(texts, path).toHaveLength(1);
    return texts[0]!;
  }

  const terms = `/affiliates/${affiliate}/terms`;
  const percentage = await saidAfter(staff, `${terms}?edit=1`, "[name=rev_share_percent]", [..."12.5"]);
  expect(percentage).toContain(t("terms:means"));
  expect(percentage).toContain(t("terms:sentence.rev_share", { percent: percent(1_250) }));
  // A hint that follows the input.
  const day = ["Control+a", ...addDays(today, 40)];
  const later = await saidAfter(staff, `${terms}?edit=1`, "[name=start_date], [id$=start_date]", day);
  expect(later).toBe(t("affiliates:terms.starts_later"));

  const fixed = { model: "fixed", fixed_amount: "50", currency: "EUR", cadence: "ad-hoc", start_date: today };
  await post(staff, terms, { intent: "save", affiliate_id: affiliate, ...fixed });
  const leads = await idsOn(staff.request, "/leads", /\/leads\/([0-9a-f-]{36})\/deal/g);
  const lead = leads[0]!;
  const created = await saidAfter(staff, `/leads/${lead}/deal`, "[name=amount]", [..."20"]);
  expect(created).toContain(euro(50_00));
  expect(created).toContain(t("leads:deal.exceeds", { result: euro(50_00), base: euro(20_00) }));

  const deal = { title: "Website", deal_type: "one-time", amount: "100", currency: "EUR", close_date: today };
  await post(staff, `/leads/${lead}/deal`, { lead_id: lead, ...deal });
  const [id] = await idsOn(staff.request, "/leads?tab=deals", /\/leads\/deals\/([0-9a-f-]{36})/g);
  const box = await saidAfter(staff, "/commissions", "[data-chooses]", ["Space"]);
  expect(box).toBe(`${t("commissions:selection.chosen", { count: 1 })} · ${euro(50_00)}`);
  const ended = await saidAfter(staff, `/leads/deals/${id}/end`, "[name=reason]", ["Space"]);
  expect(ended).toContain(t("deals:end.worth", { amount: euro(0) }));
  const edited = await saidAfter(staff, `/leads/deals/${id}/edit`, "[name=amount]", ["Home", "Delete"]);
  expect(edited).toContain(t("deals:edit.incomplete"));

  const share = { model: "rev_share", rev_share_percent: "10", currency: "EUR", cadence: "ad-hoc" };
  await post(staff, terms, { intent: "save", affiliate_id: affiliate, ...share, start_date: today });
  const estimated = await saidAfter(portal, "/affiliate/terms", "[name=amount]", ["End", ..."00"]);
  expect(estimated).toContain(t("portal:calculator.pays"));
  expect(estimated).toContain(euro(10_000_00));
});
