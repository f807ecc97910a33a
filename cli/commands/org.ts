import type { Command } from "commander";
import { allowContact } from "~/domain/organizations/allow-contact.server";
import { readMailBudget, setMailBudget } from "~/domain/organizations/mail-budget.server";
import { mailBudgetOf, MAX_ALLOWED } from "~/domain/organizations/mail-budget";
import { SAMPLE_ID, withExamples } from "../examples";
import { listOrganizations, withOrganization } from "../organizations";
import { addClosing } from "./org-closing";
import { requireOwner } from "../runtime";
import {
  operatorReading,
  operatorScope,
  printRows,
  UsageError,
  wholeNumber,
  withJson,
  withRuntime,
} from "../run-command";

type BudgetOptions = { org: string; perDay?: string; reset?: boolean; dryRun?: boolean; json?: boolean };

/** Adds the command `org` with its subcommands. */
export function addOrgCommands(program: Command): void {
  const org = program.command("org").description("organizations");
  withExamples(
    withJson(org.command("list"))
      .description("list the organizations")
      .action((options: { json?: boolean }) =>
        withRuntime(async (runtime) => printRows(await listOrganizations(requireOwner(runtime)), options)),
      ),
    "org list --json",
  );
  withExamples(
    withJson(org.command("mails"))
      .description("show or change how many emails a day an organization may send to people who have never signed in")
      .requiredOption("--org <id>", "the organization")
      .option("--per-day <number>", "allow this number per day, regardless of age and plan; 0 allows none")
      .option("--reset", "restore the limit that follows from age and plan")
      .option("--dry-run", "only show the resulting limit")
      .action(mailBudget),
    `org mails --org ${SAMPLE_ID}`,
    `org mails --org ${SAMPLE_ID} --per-day 500`,
  );
  withExamples(
    withJson(org.command("names"))
      .description("show or change whether an organization's names may contain web addresses and phone numbers")
      .requiredOption("--org <id>", "the organization")
      .option("--allow", "allow them in its name and its affiliates' names")
      .option("--refuse", "reject them in new names (default)")
      .option("--dry-run", "only show the result")
      .action(names),
    `org names --org ${SAMPLE_ID} --allow`,
  );
  addClosing(org);
}

type NamesOptions = { org: string; allow?: boolean; refuse?: boolean; dryRun?: boolean; json?: boolean };

async function names({ org, allow = false, refuse = false, dryRun = false, ...output }: NamesOptions) {
  if (allow && refuse) throw new UsageError("give either --allow or --refuse");
  await withOrganization(org, async (database, orgId) => {
    if ((allow || refuse) && !dryRun)
      await operatorScope(database, orgId, (scope) => allowContact(scope, allow), "subscription");
    const facts = await operatorReading(database, orgId, (scope) => scope.organization());
    const isAllowed = allow || (facts.allowsContact && !refuse);
    printRows([{ org_id: orgId, name: facts.name, addresses_in_names: isAllowed ? "allowed" : "refused" }], output);
  });
}

async function mailBudget({ org, perDay, reset = false, dryRun = false, ...output }: BudgetOptions) {
  if (perDay !== undefined && reset) throw new UsageError("give either --per-day or --reset");
  const wanted = perDay === undefined ? null : wholeNumber("--per-day", perDay, MAX_ALLOWED, 0);
  const isChange = reset || wanted !== null;
  await withOrganization(org, async (database, orgId) => {
    if (isChange && !dryRun)
      await operatorScope(database, orgId, (scope) => setMailBudget(scope, wanted), "subscription");
    const row = await operatorReading(database, orgId, async (scope) => {
      const { sent, waiting } = await readMailBudget(scope);
      const facts = await scope.organization();
      const mailBudget = isChange ? wanted : facts.mailBudget;
      return {
        org_id: orgId,
        per_day: mailBudgetOf({ ...facts, mailBudget }, scope.now),
        set_by: mailBudget === null ? "age and plan" : "operator",
        sent_today: sent,
        waiting,
      };
    });
    printRows([row], output);
  });
}
