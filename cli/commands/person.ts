import { Option, type Command } from "commander";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { recordAudit, type AuditEvent } from "~/domain/audit/record-audit.server";
import { readOwnAccount } from "~/domain/identity/own-account.server";
import { eraseLead } from "~/domain/leads/erase-lead.server";
import { readContact } from "~/domain/leads/read-contact.server";
import { eraseAccount, eraseMember } from "~/domain/members/erase-member.server";
import { readOwnMembership } from "~/domain/members/read-own-membership.server";
import { readMembers } from "~/domain/members/list-members.server";
import { emailSpellings } from "~/domain/shared/email";
import type { Scope } from "~/domain/shared/scope";
import { languages, type Language } from "~/i18n/languages";
import type { Database } from "~/platform/db/database.server";
import { ownDataPieces } from "~/server/exports/own-data.server";
import { SAMPLE_ID, withExamples } from "../examples";
import { withOrganization } from "../organizations";
import { accountOutside, nobodyOf } from "../people";
import { confirm, operatorReading, operatorScope, say, UsageError, withJson } from "../run-command";
import { requirePlace, toFile } from "../whole-file";
import { words } from "../words";

type Whom = { org: string; email: string };
type Erasing = Whom & {
  company?: boolean;
  everybody?: boolean;
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
};

/** Adds the command `person` with its subcommands. */
export function addPersonCommands(program: Command): void {
  const person = program.command("person").description("personal data of people");
  withExamples(
    withJson(person.command("export"))
      .description(
        "write what is kept of an affiliate, a member or the contact of leads to a ZIP, to answer who asks for it",
      )
      .requiredOption("--org <id>", "the organisation")
      .requiredOption("--email <address>", "the person's address")
      .requiredOption("--out <file>", "write to this file")
      .addOption(new Option("--language <language>", "of the explanation in it").choices(languages).default("en"))
      .action(exportPerson),
    `person export --org ${SAMPLE_ID} --email anna@example.com --out anna.zip`,
  );
  withExamples(
    withJson(person.command("erase"))
      .description(
        "erase the personal data of an affiliate, a member, a former member or the contact of leads, and keep the money records; the worker ends it",
      )
      .requiredOption("--org <id>", "the organisation")
      .requiredOption("--email <address>", "the person's address")
      .option("--company", "the company's name too, in the leads: that of a sole trader is a person's")
      .option("--everybody", "all contacts with the address, if it is that of several people")
      .option("--dry-run", "only say what would be erased")
      .option("--yes", "erase without asking")
      .action(erase),
    `person erase --org ${SAMPLE_ID} --email anna@example.com --yes`,
  );
}

function exportPerson({ org, email, out, language, json }: Whom & { out: string; language: Language; json?: boolean }) {
  requirePlace(out);
  return withOrganization(org, async (database, orgId) => {
    const found = await operatorScope(
      database,
      orgId,
      async (scope) => {
        const person = await findPerson(scope, email);
        await recordAudit(scope, {
          action: "person.export",
          ...entityOf(person),
          data: { email: normal(email) },
        });
        const membership = person.userId && (await readOwnMembership(scope, person.userId));
        return { name: (await scope.organization()).name, begun: scope.now, person, membership };
      },
      "looking",
    );
    const { userId, affiliateId, contact } = found.person;
    const known = userId && (await database.withStatements((scope) => readOwnAccount(scope, userId)));
    const account = known && { ...known, ...(found.membership && { membership: found.membership }) };
    const page = affiliateId === null ? null : asAffiliate(database, orgId, affiliateId);
    const bytes = await toFile(
      ownDataPieces({ ...found, account: account || null, contact, page }, await words(language)),
      out,
    );
    if (json) console.log(JSON.stringify({ file: out, bytes }));
  });
}

interface Person {
  affiliateId: string | null;
  /** Whoever was never invited has no account. */
  userId: string | null;
  /** The leads they are the contact of, with their deals. */
  contact: { id: string }[];
}

/** In whose log it stands that they were given their data. */
function entityOf({ affiliateId, userId, contact }: Person): Pick<AuditEvent, "entity" | "entityId"> {
  if (affiliateId !== null) return { entity: "affiliate", entityId: affiliateId };
  if (userId !== null) return { entity: "member", entityId: userId };
  return { entity: "lead", entityId: contact[0]!.id };
}

/** The affiliate with this address, else the member; the contact of leads in any case. Throws `UsageError`. */
async function findPerson(scope: Scope, email: string): Promise<Person> {
  const contact = await readContact(scope, normal(email));
  const affiliate = await findAffiliate(scope, email);
  if (affiliate) {
    const membership = await scope.db.membership.findFirst({ where: { affiliateId: affiliate.id } });
    return { userId: membership?.userId ?? null, affiliateId: affiliate.id, contact };
  }
  const member = (await readMembers(scope)).find((one) => emailSpellings(email).includes(one.email));
  if (!member && contact.length === 0) throw new UsageError(`the organisation has nobody with the address "${email}"`);
  return { userId: member?.id ?? null, affiliateId: null, contact };
}

const findContact = (scope: Scope, email: string) =>
  scope.db.lead.findMany({
    where: isOf(email),
    orderBy: { id: "asc" },
    select: { id: true, contactPerson: true },
  });

/** As somebody who looks at what the affiliate sees: the database shows their rows alone, and takes no change. */
const asAffiliate =
  (database: Database, orgId: string, affiliateId: string) =>
  <T>(use: (scope: Scope) => Promise<T>): Promise<T> =>
    // Without a user: who acts is recorded with changes only.
    database.readOrg(orgId, { kind: "affiliate", userId: "", affiliateId, viewedBy: "operator" }, use);

/** The spelling that is looked for first. */
const normal = (email: string) => emailSpellings(email)[0]!;

const isOf = (email: string) => ({ email: { in: emailSpellings(email) } });

const findAffiliate = (scope: Scope, email: string) =>
  scope.db.affiliate.findFirst({ where: isOf(email), select: { id: true, name: true } });

/** Erases whoever has this address, as member, as affiliate and as the contact of leads: all or nothing. */
function erase({ org, email, company = false, everybody = false, yes = false, dryRun, json }: Erasing) {
  return withOrganization(org, async (database, orgId, ownerUrl) => {
    const { affiliate, member, leads } = await operatorReading(database, orgId, async (scope) => ({
      affiliate: await findAffiliate(scope, email),
      member: (await readMembers(scope)).find((one) => emailSpellings(email).includes(one.email)),
      leads: await findContact(scope, email),
    }));
    // Who does not belong to the organisation any more may have an account all the same, and stand in its texts.
    const former = affiliate || member ? null : await accountOutside(ownerUrl, orgId, email);
    if (!affiliate && !member && !former && leads.length === 0)
      throw new UsageError(`nobody with the address "${email}" is known`);
    const names = [...new Set(leads.map((lead) => lead.contactPerson))];
    if (names.length > 1 && !everybody)
      throw new UsageError(`several contacts have the address: ${names.join(", ")}. Add --everybody to erase them all`);
    const parts = [
      ...(member ? [`membership, name, address and account of the member ${member.name}`] : []),
      ...(affiliate ? [`name, address and account of the affiliate ${affiliate.name}`] : []),
      ...(former
        ? [`name and address of ${former.name}, who does not belong to the organisation; the account, if to no other`]
        : []),
      ...(leads.length > 0 ? [`the contact of leads (${leads.length}): ${names.join(", ")}`] : []),
    ].join("; and ");
    const result = {
      member: member?.id ?? null,
      affiliate: affiliate?.id ?? null,
      account: former?.id ?? null,
      leads: leads.map(({ id }) => id),
    };
    if (dryRun) return say(result, `Would be erased: ${parts}.`, { json });
    await confirm(`To be erased for good: ${parts}.`, yes);
    await operatorScope(
      database,
      orgId,
      async (scope) => {
        if (member) {
          const { id, name } = member;
          // With what they are as an affiliate.
          await eraseMember(scope, id, { name, nobody: nobodyOf(id) });
        } else if (affiliate) {
          const { id, name } = affiliate;
          await eraseAffiliate(scope, id, { name, nobody: nobodyOf(id) });
        } else if (former) {
          const { id: userId, name } = former;
          await eraseAccount(scope, { userId, name, email: normal(email), nobody: nobodyOf(userId) });
        }
        const [contact] = leads;
        if (contact) {
          const { id, contactPerson: name } = contact;
          await eraseLead(scope, id, { name, company, others: true, nobody: nobodyOf(id) });
        }
      },
      "erasure",
    );
    const rest =
      affiliate || member || former ? "What is left in texts, and the account, goes" : "What is left in texts goes";
    say(result, `Erased. ${rest} with the next jobs of the worker.`, { json });
  });
}
