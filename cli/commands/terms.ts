import { Option, type Command } from "commander";
import { chosenAffiliates, MAX_AFFILIATES } from "~/domain/affiliates/affiliate-batch";
import { readStandardTerms, saveStandardTerms } from "~/domain/terms/standard-terms.server";
import { cadences, dueWhens, termCurrencies, type TermModel } from "~/domain/terms/term";
import { commonTermsSchema, standardTermsSchema } from "~/domain/terms/term.schema";
import { previewTerms, setTermsOfSeveral } from "~/domain/terms/terms-of-several.server";
import { termsForm } from "~/server/terms-form.server";
import type { Scope } from "~/domain/shared/scope";
import { SAMPLE_ID, withExamples } from "../examples";
import { withOrganization } from "../organizations";
import { operatorReading, operatorScope, printRows, UsageError, withJson } from "../run-command";
import { words } from "../words";

interface Rules {
  percent?: string;
  fixed?: string;
  tier?: string[];
  currency?: string;
  cadence?: string;
  due?: string;
  holdingDays?: string;
}
type Common = Rules & { org: string; dryRun?: boolean; json?: boolean };

/** Adds the command `terms` with its subcommands. */
export function addTermsCommands(program: Command): void {
  const terms = program.command("terms").description("commission terms of affiliates");
  withExamples(
    withRules(withJson(terms.command("set")))
      .description("give affiliates new terms, a version each; they are notified when it can no longer be undone")
      .requiredOption("--org <id>", "the organization")
      .requiredOption("--affiliate <id...>", "the affiliates")
      .option("--start <day>", "the first day of the terms (YYYY-MM-DD); today if missing")
      .option("--dry-run", "only show how many would change")
      .action(set),
    `terms set --org ${SAMPLE_ID} --affiliate 0190a5a0-7c1e-7000-8000-0b6f5d1c2a39 --percent 12.5 --dry-run`,
    `terms set --org ${SAMPLE_ID} --affiliate 0190a5a0-7c1e-7000-8000-0b6f5d1c2a39 --tier 0:5 --tier 10000:7.5`,
  );
  withExamples(
    withRules(withJson(terms.command("standard")))
      .description("set the terms that new affiliates get, or remove them; those of earlier affiliates stay")
      .requiredOption("--org <id>", "the organization")
      .option("--remove", "new affiliates begin without terms")
      .option("--dry-run", "only check the terms and show the version in force")
      .action(standard),
    `terms standard --org ${SAMPLE_ID} --percent 10`,
    `terms standard --org ${SAMPLE_ID} --remove`,
  );
}

const withRules = (command: Command): Command =>
  command
    .option("--percent <number>", "revenue share in percent, such as 12.5")
    .option("--fixed <amount>", "fixed amount, such as 50.00; with --percent the higher one counts")
    .option("--tier <from:percent...>", "a tier: the volume from which it applies, and its percentage")
    .addOption(new Option("--currency <code>", "EUR if missing").choices(termCurrencies))
    .addOption(new Option("--cadence <cadence>", "how often is paid").choices(cadences))
    .addOption(new Option("--due <when>", "when a commission is due").choices(dueWhens))
    .option("--holding-days <days>", "days that pass after that before it is due");

async function set({ org, affiliate, start, dryRun = false, json, ...named }: Common & Several): Promise<void> {
  const chosen = chosenAffiliates.safeParse(affiliate);
  if (!chosen.success) throw new UsageError(`--affiliate needs valid ids, at most ${MAX_AFFILIATES}`);
  const ids = chosen.data;
  const form = formOf(named);
  await withOrganization(org, async (database, orgId) => {
    const act = async (scope: Scope) => {
      const today = await scope.today();
      const input = commonTermsSchema(today).safeParse({ ...form, start_date: start ?? today });
      if (!input.success) throw await wrongTerms(input.error.issues);
      const { rules } = input.data;
      if (dryRun) {
        const { changes, same } = await previewTerms(scope, ids, rules);
        return { changed: changes.length, unchanged: same.length };
      }
      const { done, unchanged } = await setTermsOfSeveral(scope, { ids, rules, version: undefined });
      return { changed: done, unchanged };
    };
    const { changed, unchanged } = await (dryRun ? operatorReading : operatorScope)(database, orgId, act);
    const skipped = ids.length - changed - unchanged;
    printRows([{ changed, unchanged, skipped }], { json });
    if (skipped > 0) throw new Error(`${skipped} of ${ids.length} affiliates keep their terms`);
  });
}
type Several = { affiliate: string[]; start?: string };

async function standard({ org, remove = false, dryRun = false, json, ...rules }: Common & { remove?: boolean }) {
  const form = formOf(rules);
  if (remove === (form.model !== undefined))
    throw new UsageError("name the terms (--percent, --fixed or --tier), or --remove");
  const input = remove ? null : standardTermsSchema().safeParse(form);
  if (input && !input.success) throw await wrongTerms(input.error.issues);
  await withOrganization(org, async (database, orgId) => {
    const read = () => operatorReading(database, orgId, readStandardTerms);
    if (!dryRun)
      await operatorScope(database, orgId, (scope) => saveStandardTerms(scope, { rules: input?.data.rules ?? null }));
    const now = await read();
    printRows([{ org_id: orgId, version: now?.version ?? null, terms: now?.id ?? null }], { json });
  });
}

function formOf({ percent, fixed, tier = [], due, holdingDays, ...rest }: Rules) {
  const tiers = tier.map((one) => {
    const [, from, rate_percent] = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(one) ?? [];
    if (from === undefined) throw new UsageError(`--tier "${one}" is not like 10000:7.5`);
    return { from, rate_percent };
  });
  const model: TermModel | undefined =
    tiers.length > 0 ? "tiered" : percent && fixed ? "both" : percent ? "rev_share" : fixed ? "fixed" : undefined;
  if (tiers.length > 0 && (percent || fixed))
    throw new UsageError("--tier cannot be combined with --percent or --fixed");
  if (fixed !== undefined && !/^\d+(\.\d+)?$/.test(fixed)) throw new UsageError(`--fixed "${fixed}" is not like 50.00`);
  const form = termsForm({ ...rest, rev_share_percent: percent, fixed_amount: fixed, tiers });
  return { ...form, model, due_when: due, holding_days: holdingDays };
}

/** Says what is wrong with the terms, as the form would. */
async function wrongTerms(issues: readonly { message: string }[]): Promise<UsageError> {
  const t = await words("en");
  const said = issues.map(({ message }) => {
    const [code, params] = message.split(/\|(.*)/s);
    return t(`errors:${code}`, (params ? JSON.parse(params) : {}) as Record<string, string>);
  });
  return new UsageError(said.join(" "));
}
