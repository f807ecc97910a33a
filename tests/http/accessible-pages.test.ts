import { beforeAll, expect, test } from "vitest";
import { createApiKey } from "~/domain/api-keys/create-api-key.server";
import { stageFile } from "~/server/imports/stage-file.server";
import { inPieces } from "../factories/imports";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { invitedMember } from "../factories/members";
import { createUser, signIn } from "../factories/people";
import { addMember, asOwner } from "../factories/organizations";
import { routeAddresses } from "../support/app";
import { useDatabase } from "../support/database";
import { attribute, brokenFormIds, textIn } from "../support/html";
import { design } from "../support/route-design";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";
import { rulesWorld } from "./rules/world";

// What assistive technology gets from the server's HTML, before any script runs, and without scripts.

const db = useDatabase();
const site = useSite(db);

interface Shown {
  path: string;
  html: string;
  visitor: Visitor;
}

let pages: Shown[];

beforeAll(async () => {
  pages = await allPages();
});

/**
 * Returns the pages of all routes that show one, the staff's as the owner sees them; and those that show a form at
 * another address only.
 */
async function allPages(): Promise<Shown[]> {
  const { org, own, staff, portal } = await rulesWorld(db, site);
  const member = await addMember(db.database, org);
  const { id: keyId } = await asOwner(db.database, org, async (scope) => {
    await saveWebhook(
      scope,
      { url: "https://webhook.site/a", events: ["deal.created", "lead.created"] },
      { hosts: [], origins: [] },
    );
    return createApiKey(scope, { name: "Books", access: "read", lifetime: "never" });
  });
  const ids: Record<string, string> = {
    affiliateId: own.affiliate,
    userId: member.userId,
    keyId,
    leadId: own.lead.qualified,
    dealId: own.deal.open,
    kind: "deal",
    id: own.deal.paid,
  };
  const visitors: Record<string, Visitor> = {
    staff: staff.en,
    portal: portal.en,
    open: await openVisitor(site, { language: "en" }),
    founder: await openVisitor(site, { session: await signIn(db.database, await createUser(db.database)) }),
    // A user who must re-authenticate.
    asked: await openVisitor(site, { session: await signIn(db.database, org.owner, { isProven: false }) }),
  };
  await db.ownerPool.query("update app_user set password_hash = 'x' where id = $1", [org.owner.userId]);
  const importId = await stageFile((use) => asOwner(db.database, org, use), {
    kind: "leads",
    name: "leads.csv",
    bytes: inPieces("Firma;Name\nX;Y\n"),
  });
  const { secret } = await invitedMember(db.database, org, "new@agency.example");
  const shown: Shown[] = [];
  const show = async (whose: string, path: string, worst: number) => {
    const visitor = visitors[whose]!;
    const { status, headers, text: html } = await visitor.get(path);
    expect(status, `${path}: ${textIn(html).slice(0, 300)}`).toBeLessThanOrEqual(worst);
    if (status === 200 && headers["content-type"]?.startsWith("text/html")) shown.push({ path, html, visitor });
  };
  for (const [whose, path] of [
    ["staff", `/affiliates/${own.affiliate}/terms?edit=1`],
    ["staff", `/leads/deals/${own.deal.monthly}/edit`],
    ["staff", `/leads/lose?lead_id=${own.lead.fresh}`],
    ["staff", `/leads/give?lead_id=${own.lead.fresh}`],
    ["staff", `/leads/step?lead_id=${own.lead.fresh}`],
    ["staff", `/leads/delete?lead_id=${own.lead.fresh}`],
    ["staff", `/import/leads/${importId}`],
    ["open", "/auth?tab=signup"],
    ["open", `/link/${secret}/join`],
    ["founder", "/onboarding"],
    ["asked", "/settings/api/new"],
    ["asked", "/settings/data/archive"],
  ] as const)
    await show(whose, path, 200);
  for (const [name, address] of routeAddresses()) {
    const { area, get, at } = design[name] ?? {};
    if (get === undefined || area === "founder") continue;
    const path = (at ?? address)
      .replace(":dealId/reverse", `${own.deal.paid}/reverse`)
      .replace(/:(\w+)/g, (parameter, id: string) => ids[id] ?? parameter);
    await show(area!, path, 410);
  }
  return shown;
}

const tagsOf = (html: string) => html.match(/<[a-z][^>]*>/g) ?? [];

/** Returns the text of an element with an id that contains no elements of its kind; empty if there is none. */
function textOfId(html: string, id: string): string {
  const found = new RegExp(`<(\\w+)[^>]* id="${id}"[^>]*>(.*?)</\\1>`, "s").exec(html);
  return textIn(found?.[2] ?? "").trim();
}

const nameOf = (html: string, tag: string) =>
  attribute(tag, "aria-label") ?? textOfId(html, attribute(tag, "aria-labelledby") ?? "");

test("[A11Y-01] [PE-01] dialogs, menus and sheets have a role and a name without JavaScript", () => {
  const wrong: string[] = [];
  let dialogs = 0;
  for (const { path, html } of pages) {
    const tags = tagsOf(html);
    const opening = tags.filter(
      (tag) => /\srole="(alert)?dialog"/.test(tag) || (/\spopover=/.test(tag) && !tag.includes("aria-hidden")),
    );
    for (const tag of opening) {
      const isNamed = nameOf(html, tag) !== "" && /^<aside|\srole=/.test(tag);
      const text = attribute(tag, "aria-describedby");
      if (!isNamed || (text && !textOfId(html, text))) wrong.push(`${path}: ${tag}`);
    }
    const routeDialogs = tags.filter((tag) => tag.includes("data-route-dialog")).length;
    const titled = opening.filter((tag) => tag.includes("aria-labelledby")).length;
    if (titled !== routeDialogs) wrong.push(`${path}: ${routeDialogs} dialogs, ${titled} with a title`);
    dialogs += routeDialogs;
  }
  expect(wrong).toEqual([]);
  expect(dialogs).toBeGreaterThan(25);
  expect(pages.length).toBeGreaterThan(70);
});

/** Returns the fields of a posted form that a user fills in, and what a browser sends if nothing is entered. */
function fieldsOf(form: string) {
  const sent: [string, string][] = [];
  const typed = new Set<string>();
  const required = new Map<string, boolean>();
  const described = new Map<string, string[]>();
  const choices = new Map<string, string[]>();
  for (const [control] of form.matchAll(/<(input|select|textarea|button)\b[^>]*>/g)) {
    const [name, type] = [attribute(control, "name"), attribute(control, "type")];
    const value = attribute(control, "value") ?? "";
    if (!name || type === "file") continue;
    if (control.startsWith("<button")) {
      if (!sent.some(([known]) => known === name)) sent.push([name, value]);
      continue;
    }
    const isChecked = /\schecked\b/.test(control);
    if (type === "radio") choices.set(name, [...(choices.get(name) ?? []), value]);
    if (type === "hidden" || (type === "radio" && isChecked)) sent.push([name, value]);
    if (type === "hidden" || type === "checkbox") continue;
    if (control.startsWith("<select")) sent.push([name, optionOf(form, name)]);
    else if (type !== "radio") {
      sent.push([name, ""]);
      typed.add(name);
    }
    const texts = attribute(control, "aria-describedby")?.split(" ") ?? [];
    // In a radio group the group has the description.
    if (type !== "radio") described.set(name, texts);
    required.set(name, /\srequired\b|aria-required="true"/.test(control));
  }
  return { sent, typed, required, described, choices };
}

/** Returns the selected option of a select, or its first entry. */
function optionOf(form: string, name: string): string {
  const select = new RegExp(`<select[^>]* name="${name}"[^>]*>(.*?)</select>`, "s").exec(form)?.[1] ?? "";
  const options = select.match(/<option[^>]*>/g) ?? [];
  const chosen = options.find((option) => /\sselected\b/.test(option)) ?? options[0];
  return (chosen && attribute(chosen, "value")) ?? "";
}

const formsOf = (html: string) => html.match(/<form\b[^>]*method="post".*?<\/form>/gs) ?? [];

/** Returns the names of the fields that a response marks invalid. */
const wrongIn = (html: string) =>
  new Set(
    tagsOf(html)
      .filter((tag) => tag.includes('aria-invalid="true"'))
      .map((tag) => attribute(tag, "name")!),
  );

/** Proofs are checked after all other fields are valid. */
const PROOFS = new Set(["password", "code"]);

/** Returns the fields of the form in a rejected response. A page behind a dialog may have fields of the same name. */
const answeredForm = (html: string, names: string[]) =>
  formsOf(html)
    .filter((form) => form.includes('aria-invalid="true"'))
    .map(fieldsOf)
    .find(({ required }) => names.every((name) => required.has(name)));

/**
 * Submits a form with empty fields, in each of its kinds of entry, and with text that no field accepts. It compares the
 * rejected fields with those that the page, or for another kind the response, marks required. A rejected field is
 * described by its error beside its other descriptions. Returns the problems; null for a form without fields to fill
 * in.
 */
async function refusals({ path, visitor }: Shown, html: string): Promise<string[] | null> {
  const form = fieldsOf(html);
  const names = [...form.required.keys()];
  if (names.every((name) => form.choices.has(name))) return null;
  // Nothing is required of it, so it would delete the lead that other pages show.
  if (/\/leads\/[^/]+\/delete$/.test(path)) return null;
  const kinds = [...form.choices].flatMap(([name, values]) => values.map((value): [string, string] => [name, value]));
  // The currency is shown beside the amounts, which it describes.
  const damaged = ([name, value]: [string, string]): [string, string] => [
    name,
    form.typed.has(name) && name !== "currency" ? "caf\ufffd" : value,
  ];
  const wrong: string[] = [];
  for (const kind of [null, ...kinds, "damaged" as const]) {
    const fields =
      kind === "damaged"
        ? form.sent.map(damaged)
        : kind
          ? [...form.sent.filter(([name]) => name !== kind[0]), kind]
          : form.sent;
    const { status, text } = await visitor.post(attribute(html, "action") ?? path, fields);
    if (status !== 422 && status !== 403) continue;
    const answer = answeredForm(text, names);
    const said = kind ? answer?.required : form.required;
    const refused = wrongIn(text);
    for (const name of names) {
      const isEmpty = fields.every(([field, value]) => field !== name || value === "");
      const isRequired = said?.get(name) ?? false;
      const differs = refused.has(name) ? !isRequired && !ONE_OF_TWO.has(name) : isRequired && !PROOFS.has(name);
      if (isEmpty && kind !== "damaged" && differs)
        wrong.push(`${path} ${kind ?? ""} ${name}: said to be ${isRequired}`);
      if (!refused.has(name) || !form.described.has(name)) continue;
      const texts = answer?.described.get(name) ?? [];
      if (texts.length <= form.described.get(name)!.length || !texts.every((id) => textOfId(text, id)))
        wrong.push(`${path} ${kind ?? ""} ${name}: described by ${texts.join(" and ")}`);
    }
  }
  return wrong;
}

/** Rejected only if the other field is empty too: an address or a file. */
const ONE_OF_TWO = new Set(["receipt_url"]);

test("[PE-01] a control that names its form by an id is sent with that form", () => {
  const broken = pages.flatMap(({ path, html }) => brokenFormIds(html).map((id) => `${path} ${id}`));
  expect(broken).toEqual([]);
});

test("[A11Y-01] fields that are rejected when empty are marked required, and are described by hint and error", async () => {
  const wrong: string[] = [];
  let asked = 0;
  for (const page of pages) {
    for (const form of formsOf(page.html)) {
      const found = await refusals(page, form);
      if (!found) continue;
      asked++;
      wrong.push(...found);
    }
  }
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(45);
});
