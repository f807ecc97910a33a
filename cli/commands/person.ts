import type { Command } from "commander";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { SAMPLE_ID, withExamples } from "../examples";
import { withOrganization } from "../organizations";
import { confirm, operatorReading, operatorScope, UsageError } from "../run-command";

type Options = { org: string; email: string; yes?: boolean };

/** Adds the command `person` with its subcommand. */
export function addPersonCommands(program: Command): void {
  const person = program.command("person").description("personal data of people");
  withExamples(
    person
      .command("erase")
      .description("erase an affiliate's personal data and keep the money records; the worker ends it")
      .requiredOption("--org <id>", "the organisation")
      .requiredOption("--email <address>", "the affiliate's address")
      .option("--yes", "erase without asking")
      .action(erase),
    `person erase --org ${SAMPLE_ID} --email anna@example.com --yes`,
  );
}

function erase({ org, email, yes = false }: Options): Promise<void> {
  return withOrganization(org, async (database, orgId) => {
    const affiliate = await operatorReading(database, orgId, (scope) =>
      scope.db.affiliate.findFirst({
        where: { email: email.trim().toLowerCase() },
        select: { id: true, name: true },
      }),
    );
    if (!affiliate) throw new UsageError(`the organisation has no affiliate with the address "${email}"`);
    const { id, name } = affiliate;
    await confirm(`Name, address and account of ${name} will be erased for good.`, yes);
    const nobody = `Erased person ${id.slice(-6).toUpperCase()}`;
    await operatorScope(database, orgId, (scope) => eraseAffiliate(scope, id, { name, nobody }), "erasure");
    console.log(`Erased. What is left in texts, and the account, goes with the next job of the worker.`);
  });
}
