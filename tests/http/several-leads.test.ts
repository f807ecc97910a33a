import { beforeEach, describe, expect, test } from "vitest";
import { addDays, type Day } from "~/domain/shared/dates";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal, submittedLead } from "../factories/deals";
import { planned } from "../factories/lead-work";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

// The next step of several leads, and deleting several, through their forms and without JavaScript.

const db = useDatabase({ each: true });
const site = useSite(db);

let org: Org;
let ada: Affiliate;
let owner: Visitor;
let today: Day;
const HERE = "/leads?q=zircon&view=list";

beforeEach(async () => {
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  await withTerms(db.database, org, ada);
  owner = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  today = await asOwner(db.database, org, (scope) => scope.today());
});

const rows = async (sql: string, ...values: unknown[]) => (await db.ownerPool.query(sql, values)).rows;
const lead = (company_name: string, of: Affiliate | null = null) =>
  of ? submittedLead(db.database, org, of, { company_name }) : addedLead(db.database, org, { company_name });
const form = (fields: Record<string, string | readonly string[]>) =>
  Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one]));
const batchIn = (page: string) => /name="batch_id" value="([^"]+)"/.exec(page)![1]!;
const undo = async (page: string) =>
  textIn((await owner.submit("/leads/undo", { batch_id: batchIn(page), back: HERE })).text);
const steps = async () =>
  Object.fromEntries(
    (
      await rows(
        `select company_name, next_step, next_step_on::text as on, responsible from lead l
         join lead_work w on w.org_id = l.org_id and w.lead_id = l.id where l.org_id = $1`,
        org.orgId,
      )
    ).map(({ company_name, next_step, on, responsible }) => [company_name, [next_step, on, responsible]]),
  );
const companies = async () =>
  (await rows("select company_name from lead where org_id = $1 order by 1", org.orgId)).map((one) => one.company_name);

describe("[WORK-04] [WORK-07] the next step of several leads", () => {
  test("is set for all that match with a day, told, and undone to what each lead had before", async () => {
    const foreign = await createOrg(db.database);
    const theirs = await addedLead(db.database, foreign, { company_name: "Zircon foreign" });
    const [one, other] = [await lead("Zircon 1"), await lead("Zircon 2")];
    await lead("Opal");
    await planned(db.database, org, one, "Call", 3);
    const before = await steps();
    const list = await owner.open(HERE);
    expect(list.text).toContain('formaction="/leads/step"');
    const path = "/leads/step?q=zircon&view=list&all=1";
    const dialog = await owner.open(path);
    expect(textIn(dialog.text)).toContain("Next step of 2 leads");
    expect(textIn(dialog.text)).toContain("1 of them already has a next step");
    const on = addDays(today, 7);
    const ids = [one, other];
    const empty = await owner.submit(path, form({ lead_id: ids, next_step: "", next_step_on: on }));
    expect(textIn(empty.text)).toContain("A day needs a next step");
    const long = await owner.submit(path, form({ lead_id: ids, next_step: "x".repeat(201), next_step_on: on }));
    expect(long.status).toBe(422);
    expect(await steps()).toEqual(before);

    const saved = await owner.submit(
      path,
      form({ lead_id: [...ids, theirs], next_step: "Send the offer", next_step_on: on }),
    );
    expect(saved.path).toBe(HERE);
    expect(textIn(saved.text)).toContain("Next step of 2 leads saved");
    expect(textIn(saved.text)).toContain("1 lead no longer exists");
    const { userId } = org.owner;
    expect(await steps()).toEqual({
      ...before,
      "Zircon 1": ["Send the offer", on, userId],
      "Zircon 2": ["Send the offer", on, userId],
    });
    expect(await rows("select next_step from lead_work where lead_id = $1", theirs)).toEqual([{ next_step: null }]);
    expect(await undo(saved.text)).toContain("Undone for 2 leads");
    expect(await steps()).toEqual(before);
  });

  test("is removed with a button of its own, also without a text", async () => {
    const ids = [await lead("Zircon 1"), await lead("Zircon 2")];
    await planned(db.database, org, ids[0]!, "Call");
    const removed = await owner.submit(
      "/leads/step?view=list&q=zircon",
      form({ lead_id: ids, next_step: "", next_step_on: today, remove: "1" }),
    );
    expect(textIn(removed.text)).toContain("Next step of 1 lead removed");
    expect(textIn(removed.text)).toContain("1 needed no change.");
    expect((await steps())["Zircon 1"]).toEqual([null, null, org.owner.userId]);
    await undo(removed.text);
    expect((await steps())["Zircon 1"]).toEqual(["Call", today, org.owner.userId]);
  });

  test("of one lead can be undone too", async () => {
    const id = await lead("Zircon 1");
    const page = `/leads/${id}`;
    const fields = { intent: "step", lead_id: id, next_step: "Call", next_step_on: today };
    const saved = await owner.submit(page, fields);
    expect(textIn(saved.text)).toContain("Next step saved");
    await undo(saved.text);
    expect((await steps())["Zircon 1"]).toEqual([null, null, null]);
  });
});

describe("[WORK-04] [WORK-11] deleting several leads", () => {
  test("asks with the number and names, keeps and names those with deals, and can be undone", async () => {
    const ids = [await lead("Zircon 1", ada), await lead("Zircon 2")];
    await lead("Opal");
    const { leadId: won } = await oneTimeDeal(db.database, org, ada);
    await rows("update lead set company_name = 'Zircon won' where id = $1", won);
    const all = await companies();
    expect((await owner.open(HERE)).text).toContain('formaction="/leads/delete"');
    const path = "/leads/delete?q=zircon&view=list";
    const asked = textIn(
      (
        await owner.open(
          `${path}&${form({ lead_id: [...ids, won] })
            .map((one) => one.join("="))
            .join("&")}`,
        )
      ).text,
    );
    for (const text of ["Delete 2 leads", "Zircon 1", "Zircon 2", "has a deal"]) expect(asked).toContain(text);
    expect(await companies()).toEqual(all);

    const done = await owner.submit(path, form({ lead_id: [...ids, won], reason: "Entered twice" }));
    expect(done.path).toBe(HERE);
    expect(textIn(done.text)).toContain("2 leads deleted");
    expect(textIn(done.text)).toContain("Zircon won: has a deal");
    expect(await companies()).toEqual(["Opal", "Zircon won"]);
    expect(await undo(done.text)).toContain("Undone for 2 leads");
    expect(await companies()).toEqual(all);
    // Until undoing is over nobody is told, and an undone deletion tells nobody.
    expect(await rows("select 1 from notification where type = 'lead_deleted'")).toEqual([]);
  });

  test("offers no button if none can be deleted, and deletes nothing then", async () => {
    const { leadId: won } = await oneTimeDeal(db.database, org, ada);
    const path = `/leads/delete?lead_id=${won}`;
    const dialog = await owner.open(path);
    expect(textIn(dialog.text)).toContain("This lead cannot be deleted");
    expect(dialog.text).not.toContain("button-danger");
    const refused = await owner.submit(path, { lead_id: won });
    expect(textIn(refused.text)).toContain("No lead was deleted");
    expect(await rows("select 1 from lead where id = $1", won)).toHaveLength(1);
  });
});
