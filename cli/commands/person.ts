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
import type { InScope, Scope } from "~/domain/shared/scope";
import { languages, type Language } from "~/i18n/languages";
import type { Database } from "~/platform/db/database.server";
import { ownDataPieces } from "~/server/exports/own-data.server";
import { SAMPLE_ID, withExamples } from "../examples";
import { withOrganization } from "../organizations";
import { accountOutside, erasedName } from "../people";
import { confirm, operatorReading, operatorScope, printResult, UsageError, withJson } from "../run-command";
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
      .description("export the personal data of an affiliate, member or lead contact as a ZIP (access request)")
      .requiredOption("--org <id>", "the organization")
      .requiredOption("--email <address>", "the person's email address")
      .requiredOption("--out <file>", "write to this file")
      .addOption(
        new Option("--language <language>", "language of the included explanation").choices(languages).default("en"),
      )
      .action(exportPerson),
    `person export --org ${SAMPLE_ID} --email anna@example.com --out anna.zip`,
  );
  withExamples(
    withJson(person.command("erase"))
      .description(
        "erase the personal data of an affiliate, a current or former member, or a lead contact, and keep the accounting records; the worker completes it",
      )
      .requiredOption("--org <id>", "the organization")
      .requiredOption("--email <address>", "the person's email address")
      .option("--company", "also erase the company name in the leads, for sole traders")
      .option("--everybody", "all contacts with the address, if several people share it")
      .option("--dry-run", "only show what would be erased")
      .option("--yes", "do not ask for confirmation")
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
  /** Null for a person who was never invited. */
  userId: string | null;
  /** Leads with this contact, including their deals. */
  contact: { id: string }[];
}

/** Returns the entity whose log records the export. */
function entityOf({ affiliateId, userId, contact }: Person): Pick<AuditEvent, "entity" | "entityId"> {
  if (affiliateId !== null) return { entity: "affiliate", entityId: affiliateId };
  if (userId !== null) return { entity: "member", entityId: userId };
  return { entity: "lead", entityId: contact[0]!.id };
}

/**
 * Finds the affiliate with this address, otherwise the member, and in any case the contact of leads. Throws
 * `UsageError`.
 */
async function findPerson(scope: Scope, email: string): Promise<Person> {
  const contact = await readContact(scope, normal(email));
  const affiliate = await findAffiliate(scope, email);
  if (affiliate) {
    const membership = await scope.db.membership.findFirst({ where: { affiliateId: affiliate.id } });
    return { userId: membership?.userId ?? null, affiliateId: affiliate.id, contact };
  }
  const member = (await readMembers(scope)).find((one) => emailSpellings(email).includes(one.email));
  if (!member && contact.length === 0)
    throw new UsageError(`the organization has no person with the address "${email}"`);
  return { userId: member?.id ?? null, affiliateId: null, contact };
}

const findContact = (scope: Scope, email: string) =>
  scope.db.lead.findMany({
    where: isOf(email),
    orderBy: { id: "asc" },
    select: { id: true, contactPerson: true },
  });

/** Opens read-only scopes that see only the affiliate's rows. */
const asAffiliate =
  (database: Database, orgId: string, affiliateId: string): InScope =>
  (use) =>
    // The user id is empty, because only changes record the actor.
    database.readOrg(orgId, { kind: "affiliate", userId: "", affiliateId, viewedBy: "operator" }, use);

/** Returns the spelling that is searched first. */
const normal = (email: string) => emailSpellings(email)[0]!;

const isOf = (email: string) => ({ email: { in: emailSpellings(email) } });

const findAffiliate = (scope: Scope, email: string) =>
  scope.db.affiliate.findFirst({ where: isOf(email), select: { id: true, name: true } });

/** Erases the person with this address as member, affiliate and lead contact, all in one database transaction. */
function erase({ org, email, company = false, everybody = false, yes = false, dryRun, json }: Erasing) {
  return withOrganization(org, async (database, orgId, ownerUrl) => {
    const { affiliate, member, leads } = await operatorReading(database, orgId, async (scope) => ({
      affiliate: await findAffiliate(scope, email),
      member: (await readMembers(scope)).find((one) => emailSpellings(email).includes(one.email)),
      leads: await findContact(scope, email),
    }));
    // A former member may still have an account and be named in the organization's texts.
    const former = affiliate || member ? null : await accountOutside(ownerUrl, orgId, email);
    if (!affiliate && !member && !former && leads.length === 0)
      throw new UsageError(`no person with the address "${email}" was found`);
    const names = [...new Set(leads.map((lead) => lead.contactPerson))];
    if (names.length > 1 && !everybody)
      throw new UsageError(
        `several contacts share the address: ${names.join(", ")}. Add --everybody to erase all of them`,
      );
    const parts = [
      ...(member ? [`membership, name, address and account of the member ${member.name}`] : []),
      ...(affiliate ? [`name, address and account of the affiliate ${affiliate.name}`] : []),
      ...(former
        ? [
            `name and address of ${former.name}, who does not belong to the organization; also the account, if no other organization needs it`,
          ]
        : []),
      ...(leads.length > 0 ? [`the contact of leads (${leads.length}): ${names.join(", ")}`] : []),
    ].join("; and ");
    const result = {
      member: member?.id ?? null,
      affiliate: affiliate?.id ?? null,
      account: former?.id ?? null,
      leads: leads.map(({ id }) => id),
    };
    if (dryRun) return printResult(result, `Would be erased: ${parts}.`, { json });
    await confirm(`Will be permanently erased: ${parts}.`, yes);
    await operatorScope(
      database,
      orgId,
      async (scope) => {
        if (member) {
          const { id, name } = member;
          // Also erases their affiliate role.
          await eraseMember(scope, id, { name, nobody: erasedName(id) });
        } else if (affiliate) {
          const { id, name } = affiliate;
          await eraseAffiliate(scope, id, { name, nobody: erasedName(id) });
        } else if (former) {
          const { id: userId, name } = former;
          await eraseAccount(scope, { userId, name, email: normal(email), nobody: erasedName(userId) });
        }
        const [contact] = leads;
        if (contact) {
          const { id, contactPerson: name } = contact;
          await eraseLead(scope, id, { name, company, others: true, nobody: erasedName(id) });
        }
      },
      "erasure",
    );
    const rest =
      affiliate || member || former
        ? "Remaining mentions in texts, and the account, are erased"
        : "Remaining mentions in texts are erased";
    printResult(result, `Erased. ${rest} by the worker's next jobs.`, { json });
  });
}
