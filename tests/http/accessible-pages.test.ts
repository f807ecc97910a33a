import { beforeAll, expect, test } from "vitest";
import { createApiKey } from "~/domain/api-keys/create-api-key.server";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { addMember, asOwner } from "../factories/organizations";
import { routeAddresses } from "../support/app";
import { useDatabase } from "../support/database";
import { attribute, textIn } from "../support/html";
import { design } from "../support/route-design";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";
import { rulesWorld } from "./rules/world";

// What assistive technology is told by the pages as the server sends them: before any script runs, and without any.

const db = useDatabase();
const site = useSite(db);

interface Shown {
  path: string;
  html: string;
}

let pages: Shown[];

beforeAll(async () => {
  pages = await allPages();
});

/** The pages of all routes that show one, the staff's as the owner sees them. */
async function allPages(): Promise<Shown[]> {
  const { org, own, staff, portal } = await rulesWorld(db, site);
  const member = await addMember(db.database, org);
  const { id: keyId } = await asOwner(db.database, org, async (scope) => {
    await saveWebhook(scope, { url: "https://webhook.site/a", event: "both" }, { hosts: [], origins: [] });
    return createApiKey(scope, { name: "Books", access: "read", lifetime: "never" });
  });
  const ids: Record<string, string> = {
    ...{ affiliateId: own.affiliate, userId: member.userId, keyId },
    ...{ leadId: own.lead.qualified, dealId: own.deal.open, kind: "deal", id: own.deal.paid },
  };
  const visitors: Record<string, Visitor> = {
    ...{ staff: staff.en, portal: portal.en },
    open: await openVisitor(site, { language: "en" }),
  };
  const shown: Shown[] = [];
  for (const [name, address] of routeAddresses()) {
    const { area, get, at } = design[name] ?? {};
    if (get === undefined || area === "founder") continue;
    const path = (at ?? address)
      .replace(":dealId/reverse", `${own.deal.paid}/reverse`)
      .replace(/:(\w+)/g, (parameter, id: string) => ids[id] ?? parameter);
    const { status, headers, text } = await visitors[area!]!.get(path);
    if (status === 200 && headers["content-type"]?.startsWith("text/html")) shown.push({ path, html: text });
  }
  return shown;
}

const tagsOf = (html: string) => html.match(/<[a-z][^>]*>/g) ?? [];

/** The text of an element with an id that holds no others of its kind; empty if there is none. */
function textOfId(html: string, id: string): string {
  const found = new RegExp(`<(\\w+)[^>]* id="${id}"[^>]*>(.*?)</\\1>`, "s").exec(html);
  return textIn(found?.[2] ?? "").trim();
}

const nameOf = (html: string, tag: string) =>
  attribute(tag, "aria-label") ?? textOfId(html, attribute(tag, "aria-labelledby") ?? "");

test("[A11Y-01] [PE-01] what opens above the page has a role and a name without JavaScript", () => {
  const wrong: string[] = [];
  let dialogs = 0;
  for (const { path, html } of pages) {
    const tags = tagsOf(html);
    const opening = tags.filter(
      (tag) =>
        /\srole="(alert)?dialog"/.test(tag) || (/\spopover=/.test(tag) && !tag.includes("aria-hidden")),
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
