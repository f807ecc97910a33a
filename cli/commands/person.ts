import { Option, type Command } from "commander";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { recordAudit } from "~/domain/audit/record-audit.server";
import { readOwnAccount } from "~/domain/identity/own-account.server";
import { readMembers } from "~/domain/members/list-members.server";
import type { Scope } from "~/domain/shared/scope";
import { languages, type Language } from "~/i18n/languages";
import type { Database } from "~/platform/db/database.server";
import { ownDataPieces } from "~/server/exports/own-data.server";
import { SAMPLE_ID, withExamples } from "../examples";
import { withOrganization } from "../organizations";
import { confirm, operatorReading, operatorScope, say, UsageError, withJson } from "../run-command";
import { toFile } from "../whole-file";
import { words } from "../words";

type Whom = { org: string; email: string };

/** Adds the command `person` with its subcommands. */
export function addPersonCommands(program: Command): void {
  const person = program.command("person").description("personal data of people");
  withExamples(
    withJson(person.command("export"))
      .description("write what is kept of an affiliate or a member to a ZIP, to answer who asks for it")
      .requiredOption("--org <id>", "the organisation")
      .requiredOption("--email <address>", "the person's address")
      .requiredOption("--out <file>", "write to this file")
      .addOption(
        new Option("--language <language>", "of the explanation in it").choices(languages).default("en"),
      )
      .action(exportPerson),
    `person export --org ${SAMPLE_ID} --email anna@example.com --out anna.zip`,
  );
  withExamples(
    withJson(person.command("erase"))
      .description("erase an affiliate's personal data and keep the money records; the worker ends it")
      .requiredOption("--org <id>", "the organisation")
      .requiredOption("--email <address>", "the affiliate's address")
      .option("--yes", "erase without asking")
      .action(erase),
    `person erase --org ${SAMPLE_ID} --email anna@example.com --yes`,
  );
}

function exportPerson({
  org,
  email,
  out,
  language,
  json,
}: Whom & { out: string; language: Language; json?: boolean }) {
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
        return { name: (await scope.organization()).name, begun: scope.now, person };
      },
      "looking",
    );
    const { userId, affiliateId } = found.person;
    const account = userId && (await database.withStatements((scope) => readOwnAccount(scope, userId)));
    const page = affiliateId === null ? null : asAffiliate(database, orgId, affiliateId);
    const bytes = await toFile(
      ownDataPieces({ ...found, account: account || null, page }, await words(language)),
      out,
    );
    if (json) console.log(JSON.stringify({ file: out, bytes }));
  });
}

/** Whoever was never invited has no account. */
type Person = { affiliateId: string; userId: string | null } | { affiliateId: null; userId: string };

const entityOf = ({ affiliateId, userId }: Person) =>
  affiliateId === null
    ? { entity: "member", entityId: userId }
    : { entity: "affiliate", entityId: affiliateId };

/** The affiliate with this address, else the member. Throws `UsageError`. */
async function findPerson(scope: Scope, email: string): Promise<Person> {
  const affiliate = await findAffiliate(scope, email);
  if (affiliate) {
    const membership = await scope.db.membership.findFirst({ where: { affiliateId: affiliate.id } });
    return { userId: membership?.userId ?? null, affiliateId: affiliate.id };
  }
  const member = (await readMembers(scope)).find((one) => one.email === normal(email));
  if (!member) throw new UsageError(`the organisation has nobody with the address "${email}"`);
  return { userId: member.id, affiliateId: null };
}

/** As somebody who looks at what the affiliate sees: the database shows their rows alone, and takes no change. */
const asAffiliate =
  (database: Database, orgId: string, affiliateId: string) =>
  <T>(use: (scope: Scope) => Promise<T>): Promise<T> =>
    // Without a user: who acts is recorded with changes only.
    database.readOrg(orgId, { kind: "affiliate", userId: "", affiliateId, viewedBy: "operator" }, use);

const normal = (email: string) => email.trim().toLowerCase();

const findAffiliate = (scope: Scope, email: string) =>
  scope.db.affiliate.findFirst({ where: { email: normal(email) }, select: { id: true, name: true } });

function erase({ org, email, yes = false, json }: Whom & { yes?: boolean; json?: boolean }): Promise<void> {
  return withOrganization(org, async (database, orgId) => {
    const affiliate = await operatorReading(database, orgId, (scope) => findAffiliate(scope, email));
    if (!affiliate) throw new UsageError(`the organisation has no affiliate with the address "${email}"`);
    const { id, name } = affiliate;
    await confirm(`Name, address and account of ${name} will be erased for good.`, yes);
    const nobody = `Erased person ${id.slice(-6).toUpperCase()}`;
    await operatorScope(database, orgId, (scope) => eraseAffiliate(scope, id, { name, nobody }), "erasure");
    const rest = "Erased. What is left in texts, and the account, goes with the next job of the worker.";
    say({ erased: id }, rest, { json });
  });
}
