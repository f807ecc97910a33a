import { beforeAll, expect, test } from "vitest";
import { startImport } from "~/domain/imports/change-import.server";
import { inviteMember } from "~/domain/members/invite-member.server";
import { run } from "../cli/program";
import { importedFile, type InScope } from "../factories/imports";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { createUser, signIn } from "../factories/people";
import { apiKey, useApi } from "../support/api";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

// Names with a web address or a phone number, which would be emailed to strangers, are rejected at every entry point.

const db = useDatabase();
const site = useSite(db);
const api = useApi(db);

let org: Org;
let owner: Visitor;

beforeAll(async () => {
  org = await createOrg(db.database, { name: "Nordlicht", ownerEmail: "ada@nordlicht.de" });
  owner = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
});

const REFUSED = "A name cannot contain a web address";
const PRIZE = "Claim your prize at evil.com";

const nameOf = async ({ orgId }: Org) =>
  (await db.ownerPool.query("select name from organization where org_id = $1", [orgId])).rows[0].name;

const rename = (name: string, currency = "EUR") =>
  owner.post("/settings/general", {
    intent: "save",
    organization_name: name,
    time_zone: "Europe/Berlin",
    default_currency: currency,
  });

test("[ORG-01] [ORG-06] rejects an advertisement as an organization's name, unless it is its owner's domain or an operator allows it", async () => {
  const founder = await createUser(db.database, { email: "founder@agency.example" });
  const visitor = await openVisitor(site, { language: "en", session: await signIn(db.database, founder) });
  const refused = await visitor.post("/onboarding", { organization_name: PRIZE });
  expect([refused.status, textIn(refused.text)]).toEqual([422, expect.stringContaining(REFUSED)]);
  expect(refused.text).toContain(`value="${PRIZE}"`);
  expect((await visitor.post("/onboarding", { organization_name: "Agency" })).status).toBe(302);

  for (const name of [PRIZE, "+49 30 1234567", "www.nordlicht.de"]) {
    const answer = await rename(name);
    expect([answer.status, textIn(answer.text)]).toEqual([422, expect.stringContaining(REFUSED)]);
  }
  expect((await rename("Nordlicht.de GmbH")).status).toBe(302);
  expect(await nameOf(org)).toBe("Nordlicht.de GmbH");

  const names = (...args: string[]) =>
    run(["org", "names", "--org", org.orgId, "--json", ...args], {
      DATABASE_URL: db.ownerUrl,
      DATABASE_APP_URL: db.appUrl,
    });
  const said = async (...args: string[]) => JSON.parse((await names(...args)).stdout)[0].addresses_in_names;
  expect(await said("--allow", "--dry-run")).toBe("allowed");
  expect(await said()).toBe("refused");
  expect(await said("--allow")).toBe("allowed");
  expect((await rename(PRIZE)).status).toBe(302);
  expect(await said("--refuse")).toBe("refused");
  // A stored name does not prevent changing other fields.
  expect((await rename(PRIZE, "CHF")).status).toBe(302);
  expect(await nameOf(org)).toBe(PRIZE);
  const { rows } = await db.ownerPool.query(
    "select actor, data from audit_log where action = 'organization.allow_contact' order by xmin::text::bigint",
  );
  expect(rows).toEqual([
    { actor: "operator", data: { allowed: true } },
    { actor: "operator", data: { allowed: false } },
  ]);
}, 60_000);

test("[AFF-04] [AFF-05] rejects such names of affiliates in forms, API and files, new or changed", async () => {
  const byForm = await owner.post("/affiliates/new", { name: PRIZE, email: "one@partner.example" });
  expect([byForm.status, textIn(byForm.text)]).toEqual([422, expect.stringContaining(REFUSED)]);
  const key = await apiKey(db, org);
  const add = (name: string, email: string) => api("POST", "/affiliates", { key, body: { name, email } });
  const refused = await add(PRIZE, "two@partner.example");
  expect([refused.status, refused.body.code, refused.body.errors[0].pointer]).toEqual([
    422,
    "name_has_contact",
    "/name",
  ]);
  const { status, body } = await add("reisetopia.de", "kontakt@reisetopia.de");
  expect(status).toBe(201);
  const edited = await api("PATCH", `/affiliates/${body.id}`, { key, body: { name: "0900 123 45 67" } });
  expect(edited.body.code).toBe("name_has_contact");

  const inScope: InScope = (use) => asOwner(db.database, org, use);
  const file = `Name;E-Mail\n${PRIZE};three@partner.example\nAda;four@partner.example`;
  const id = await importedFile(inScope, "affiliates", file);
  expect(textIn((await owner.open(`/import/affiliates/${id}?show=wrong`)).text)).toContain(REFUSED);
  await inScope((scope) => startImport(scope, id, { keepsDuplicates: false, invites: true, language: "en" }));
  await db.runJobs();
  expect(textIn((await owner.open(`/import/affiliates/${id}?show=wrong`)).text)).toContain(REFUSED);
  const { rows } = await db.ownerPool.query("select email from affiliate where org_id = $1 order by email", [
    org.orgId,
  ]);
  expect(rows.map(({ email }) => email)).toEqual(["four@partner.example", "kontakt@reisetopia.de"]);
});

test("[AUTH-01] [ORG-05] rejects such names at sign-up and joining, because the first email would contain them", async () => {
  db.mails.length = 0;
  const stranger = await openVisitor(site, { language: "en" });
  const form = {
    name: PRIZE,
    email: "victim@else.example",
    password: "seven grey herons",
  };
  const refused = await stranger.post("/auth?tab=signup", form);
  expect([refused.status, textIn(refused.text)]).toEqual([422, expect.stringContaining(REFUSED)]);
  await db.runJobs();
  const toStranger = (address: string) => db.mails.filter(({ to }) => to.address === address);
  expect(toStranger("victim@else.example")).toEqual([]);

  await asOwner(db.database, org, (scope) =>
    inviteMember(scope, { email: "new@member.example", role: "member" }, "en"),
  );
  await db.runJobs();
  const path = new URL(/https?:\S+/.exec(toStranger("new@member.example")[0]!.text)![0]).pathname;
  const join = (name: string) => stranger.post(path, { name, password: "seven grey herons" });
  const again = await join("www.evil.example");
  expect([again.status, textIn(again.text)]).toEqual([422, expect.stringContaining(REFUSED)]);
  expect((await join("Nora Neumann")).status).toBe(302);
});
