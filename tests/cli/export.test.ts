import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { removeMember } from "~/domain/members/remove-member.server";
import { exportNames } from "~/paths/export-names";
import { ensureBuilt } from "../../cli/build.mjs";
import { activeAffiliate, agency, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { addMember, asOwner, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { unzip } from "../support/unzip";
import { launch, run } from "./program";

const db = useDatabase();
let org: Org;
let affiliate: Affiliate;

const env = () => ({ DATABASE_URL: db.ownerUrl, DATABASE_APP_URL: db.appUrl });
const exported = (...args: string[]) => run(["export", ...args], env());
const ofOrg = (name: string, ...args: string[]) => exported(name, "--org", org.orgId, ...args);

beforeAll(async () => {
  await ensureBuilt({ web: false });
  ({ org, affiliate } = await agency(db.database, { name: "Möller" }));
  await submittedLead(db.database, org, affiliate, { company_name: "=Alpha" });
  await oneTimeDeal(db.database, org, affiliate, { title: "Website", amount: "12345,60" });
  await recurringDeal(db.database, org, affiliate, { title: "Care", contract_start_date: "2026-01-10" });
  const other = await agency(db.database, { name: "CANARY" });
  await oneTimeDeal(db.database, other.org, other.affiliate, { title: "CANARY" });
}, 120_000);

it("[CLI-01] [API-03] exports each list of one organization to stdout", async () => {
  const marks = {
    leads: "'=Alpha,",
    deals: "12345.60,EUR",
    affiliates: "Möller,",
    transactions: "",
    commissions: "1234.56,EUR",
    reports: "Affiliate,Möller,",
    forecast: "Monthly,",
  };
  for (const name of exportNames) {
    const { code, stdout, stderr } = await ofOrg(name);
    expect({ name, code, stderr }).toEqual({ name, code: 0, stderr: "" });
    expect(stdout).toContain(marks[name]);
    expect(stdout).toMatch(/^[A-Z][^\n]+\r\n/);
    expect(stdout).not.toContain("CANARY");
  }
});

it("[CLI-01] [LEAD-15] --from alone has no end, --to alone no beginning", async () => {
  const lines = async (...days: string[]) =>
    (await ofOrg("commissions", "--tab", "all", ...days)).stdout.trim().split("\r\n").slice(1);
  const [all, since, until] = [await lines(), await lines("--from", "2026-02-11"), await lines("--to", "2026-02-10")];
  expect(since.length).toBeGreaterThan(5);
  expect(until.length).toBeGreaterThan(1);
  expect([...since, ...until].sort()).toEqual(all.sort());
});

it("[CLI-01] [API-03] filters like the screen, in a language and its spreadsheet format", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "export-"));
  const file = path.join(folder, "provisionen.csv");
  const narrowed = ["--tab", "all", "--kind", "payment", "--from", "2026-02-01", "--to", "2026-03-31"];
  const made = await ofOrg(
    "commissions",
    ...narrowed,
    "--affiliate",
    affiliate.affiliateId,
    "--sort",
    "-day",
    "--format",
    "de",
    "--language",
    "de",
    "--out",
    file,
  );
  expect(made).toEqual({ code: 0, stdout: "", stderr: "" });
  const lines = fs.readFileSync(file, "utf8").split("\r\n");
  expect(lines[0]).toMatch(/^\ufeffStatus der Provision;Fällig am;/);
  expect(lines.slice(1).map((line) => line.split(";").slice(0, 2))).toEqual([
    ["Ausstehend", "10.03.2026"],
    ["Ausstehend", "10.02.2026"],
    [""],
  ]);
  expect(fs.readdirSync(folder)).toEqual(["provisionen.csv"]);
  const { rows } = await db.ownerPool.query(
    "select actor, data from audit_log where org_id = $1 and action = 'list.export' order by xmin::text::bigint desc limit 1",
    [org.orgId],
  );
  expect(rows).toEqual([
    {
      actor: "operator",
      data: {
        list: "commissions",
        format: "de",
        filter: expect.stringMatching(/^tab=all&kind=payment&affiliate=.*&from=2026-02-01&to=2026-03-31&sort=-day$/),
      },
    },
  ]);
});

it("[CLI-01] [OPS-05] exports the data archive of an organization, with checksums, in a language", async () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "archive-")), "archiv.zip");
  const made = await ofOrg("archive", "--out", file, "--language", "de", "--json");
  expect({ ...made, stdout: JSON.parse(made.stdout) as unknown }).toEqual({
    code: 0,
    stderr: "",
    stdout: { file, bytes: fs.statSync(file).size },
  });
  // It contains personal data, so other users of this machine must not read it.
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  const files = await unzip(fs.readFileSync(file));
  expect(files.get("README.txt")!.toString()).toMatch(/^Gesamtexport: /);
  expect(files.get("data/affiliate.csv")!.toString()).toContain("Möller");
  const { files: facts } = JSON.parse(files.get("manifest.json")!.toString()) as {
    files: { name: string; sha256: string }[];
  };
  for (const { name, sha256 } of facts)
    expect([name, createHash("sha256").update(files.get(name)!).digest("hex")]).toEqual([name, sha256]);
  expect([...files.values()].join("")).not.toContain("CANARY");
});

it("[CLI-02] [API-03] prints errors in one line on stderr with exit code 2, and writes nothing", async () => {
  const nobody = randomUUID();
  const attempts: [string[], RegExp][] = [
    [["archive", "--org", nobody, "--out", "x.zip"], /no organization has the id/],
    [["leads", "--org", nobody], /no organization has the id/],
    [["commissions", "--org", org.orgId, "--affiliate", nobody], /has no affiliate with the id/],
    [["commissions", "--org", org.orgId, "--affiliate", "none"], /has no affiliate with the id "none"/],
    [["commissions", "--org", org.orgId, "--deal", "x"], /has no deal with the id "x"/],
    [["commissions", "--org", org.orgId, "--from", "2026-02-30"], /--from and --to must be days/],
    [["commissions", "--org", org.orgId, "--period", "this-year", "--to", "2026-02-01"], /cannot be combined with/],
  ];
  for (const [args, reason] of attempts) {
    const { code, stdout, stderr } = await exported(...args);
    expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: "" });
    expect(stderr).toMatch(reason);
    expect(stderr).toMatch(/^finderlohn: [^\n]+\n$/);
  }
});

it("[CLI-02] [API-03] accepts a reader that closes the pipe early", async () => {
  const child = launch(["export", "commissions", "--org", org.orgId, "--tab", "all"], env());
  child.stdout!.destroy();
  let complaints = "";
  child.stderr!.on("data", (data: Buffer) => (complaints += data.toString()));
  expect([...((await once(child, "close")) as [number]), complaints].slice(0, 1)).toEqual([0]);
  expect(complaints).toBe("");
});

it("[CLI-01] [OPS-05] [ORG-07] exports the personal data of an affiliate or member, and of no one else", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "person-"));
  const file = path.join(folder, "person.zip");
  const { org: theirs, affiliate: person } = await agency(db.database, { name: "Petra Person" });
  const other = await activeAffiliate(db.database, theirs, { name: "CANARY" });
  const exportOf = (email: string) =>
    run(["person", "export", "--org", theirs.orgId, "--email", email, "--out", file], env());
  expect(await exportOf("nobody@example.com")).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(/^finderlohn: the organization has no person with the address[^\n]+\n$/),
  });
  expect(fs.readdirSync(folder)).toEqual([]);
  expect(await exportOf(person.email.toUpperCase())).toEqual({ code: 0, stdout: "", stderr: "" });
  const files = await unzip(fs.readFileSync(file));
  expect(JSON.parse(files.get("account.json")!.toString())).toMatchObject({ email: person.email });
  expect(JSON.parse(files.get("data/affiliate.jsonl")!.toString())).toMatchObject({ name: "Petra Person" });
  expect([...files.values()].join("")).not.toMatch(new RegExp(`CANARY|${other.email}|password_hash`));

  expect(await exportOf(theirs.owner.email)).toMatchObject({ code: 0 });
  const ofMember = await unzip(fs.readFileSync(file));
  expect([...ofMember.keys()].toSorted()).toEqual(["README.txt", "account.json", "manifest.json"]);
  expect(JSON.parse(ofMember.get("account.json")!.toString())).toMatchObject({
    email: theirs.owner.email,
    membership: { role: "owner", muted_mails: [], notices: [] },
  });
  const log = await db.ownerPool.query(
    "select actor, entity, entity_id from audit_log where org_id = $1 and action = 'person.export' order by id",
    [theirs.orgId],
  );
  expect(log.rows).toEqual([
    { actor: "operator", entity: "affiliate", entity_id: person.affiliateId },
    { actor: "operator", entity: "member", entity_id: theirs.owner.userId },
  ]);
});

it("[CLI-01] [OPS-05] erases an affiliate after confirmation, and reports unknown people", async () => {
  const { org: theirs, affiliate: person } = await agency(db.database, { name: "Erna Erased" });
  const erase = (...args: string[]) => run(["person", "erase", "--org", theirs.orgId, ...args], env());
  const of = ["--email", person.email];
  expect(await erase("--email", "nobody@example.com", "--yes")).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(/^finderlohn: no person with the address [^\n]+\n$/) as string,
  });
  expect(await erase(...of)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Add --yes to confirm"),
  });
  expect(await erase(...of, "--yes")).toMatchObject({ code: 0, stderr: "" });
  const { rows } = await db.ownerPool.query("select name, status from affiliate where id = $1", [person.affiliateId]);
  expect(rows).toEqual([{ name: expect.stringMatching(/^Erased person /), status: "inactive" }]);

  // A member, and after their removal the account.
  const member = await addMember(db.database, theirs, { email: "mona@erased.example" });
  const mona = ["--email", "mona@erased.example"];
  const dry = async () => JSON.parse((await erase(...mona, "--dry-run", "--json")).stdout) as unknown;
  expect(await dry()).toMatchObject({ member: member.userId, account: null });
  await asOwner(db.database, theirs, (scope) => removeMember(scope, member.userId));
  expect(await dry()).toMatchObject({ member: null, account: member.userId });
  expect(await erase(...mona, "--yes")).toMatchObject({ code: 0, stderr: "" });
  expect(await db.jobs("person.erase")).toMatchObject([
    { payload: { affiliate_id: person.affiliateId } },
    { payload: { affiliate_id: null, user_id: member.userId } },
  ]);
});

it("[CLI-01] [OPS-05] [ORG-07] exports and erases the contact of leads in one organization only", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "contact-"));
  const file = path.join(folder, "contact.zip");
  const email = "clara.contact@company.example";
  const contact = { contact_person: "Clara Contact", email, phone: "+49 30 7654321", notes: "CANARY" };
  const { org: theirs, affiliate: first } = await agency(db.database, { name: "Alma First" });
  const { org: others, affiliate: second } = await agency(db.database, { name: "Olaf Other" });
  await withTerms(db.database, theirs, first);
  const lead = await submittedLead(db.database, theirs, first, contact);
  await oneTimeDeal(db.database, theirs, first, { lead_id: lead, amount: "1200" });
  const elsewhere = await submittedLead(db.database, others, second, contact);
  const person = (verb: string, ...args: string[]) =>
    run(["person", verb, "--org", theirs.orgId, "--email", email.toUpperCase(), ...args], env());

  expect(await person("export", "--out", file)).toEqual({ code: 0, stdout: "", stderr: "" });
  const files = await unzip(fs.readFileSync(file));
  expect([...files.keys()].toSorted()).toEqual(["README.txt", "contact.json", "manifest.json"]);
  expect(JSON.parse(files.get("contact.json")!.toString())).toMatchObject([
    { id: lead, contact_person: "Clara Contact", email, notes: "CANARY", deals: [{ amount: 120_000 }] },
  ]);
  const readme = files.get("README.txt")!.toString();
  expect(readme).toMatch(/contact\.json[^]*smallest unit/);
  expect(readme).not.toMatch(/data\/|account\.json/);

  const also = await submittedLead(db.database, theirs, first, { ...contact, contact_person: "Bert" });
  expect(await person("erase", "--yes")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/Clara Contact, Bert\. Add --everybody/) as string,
  });
  await db.ownerPool.query("delete from lead where id = $1", [also]);
  const found = { member: null, affiliate: null, account: null, leads: [lead] };
  const dry = await person("erase", "--dry-run", "--json");
  expect({ ...dry, stdout: JSON.parse(dry.stdout) as unknown }).toEqual({
    code: 0,
    stdout: found,
    stderr: "",
  });
  expect((await person("erase")).code).toBe(2);
  const names = async () => {
    const { rows } = await db.ownerPool.query<{ id: string; contact_person: string }>(
      "select id, contact_person, phone, notes from lead where id = any($1::uuid[]) order by org_id = $2 desc",
      [[lead, elsewhere], theirs.orgId],
    );
    return rows;
  };
  const kept = { contact_person: "Clara Contact", phone: contact.phone, notes: "CANARY" };
  expect(await names()).toEqual([
    { id: lead, ...kept },
    { id: elsewhere, ...kept },
  ]);
  const erased = await person("erase", "--yes", "--json");
  expect({ ...erased, stdout: JSON.parse(erased.stdout) as unknown }).toMatchObject({
    code: 0,
    stdout: found,
  });
  expect(await names()).toEqual([
    { id: lead, contact_person: expect.stringMatching(/^Erased person /), phone: null, notes: null },
    { id: elsewhere, ...kept },
  ]);
  expect((await person("erase", "--yes")).code).toBe(2);
});
