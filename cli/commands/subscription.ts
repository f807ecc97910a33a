import type { Command } from "commander";
import type pg from "pg";
import { addDays, startOfDay, DAY_MS } from "~/domain/shared/dates";
import { extendedRetention, extendRetention } from "~/domain/subscriptions/extend-retention.server";
import { subscriptionState } from "~/domain/subscriptions/subscription";
import { subscriptionFacts, type StoredFacts } from "~/platform/db/retention.server";
import { dayOf } from "../day-of";
import { SAMPLE_ID, withExamples } from "../examples";
import { withOwner } from "../runtime";
import {
  operatorReading,
  operatorScope,
  printRows,
  UsageError,
  wholeNumber,
  withJson,
  withRuntime,
} from "../run-command";

type Options = { org?: string; json?: boolean };
type Extension = { org: string; until?: string; days?: string; dryRun?: boolean; json?: boolean };

const MAX_DAYS = 3_650;

/** Adds the command `subscription` with its subcommands. */
export function addSubscriptionCommands(program: Command): void {
  const subscription = program.command("subscription").description("trials and subscriptions");
  withExamples(
    withJson(subscription.command("show"))
      .description("show the subscriptions of organizations and their retention periods")
      .option("--org <id>", "only this organization")
      .action(show),
    "subscription show --json",
  );
  withExamples(
    withJson(subscription.command("extend"))
      .description("extend the retention period of a paused or closed organization")
      .requiredOption("--org <id>", "the organization")
      .option("--until <day>", "the last day, such as 2027-01-31, in the organization's time zone")
      .option("--days <number>", "number of days to add")
      .option("--dry-run", "only show the resulting date")
      .action(extend),
    `subscription extend --org ${SAMPLE_ID} --days 14`,
    `subscription extend --org ${SAMPLE_ID} --until 2027-01-31`,
  );
}

function show(options: Options): Promise<void> {
  return withRuntime((runtime) =>
    withOwner(runtime, async (owner) => printRows((await chosen(owner, options.org)).map(rowOf), options)),
  );
}

function extend({ org, until, days, dryRun = false, json = false }: Extension): Promise<void> {
  const end = wantedEnd(until, days);
  return withRuntime((runtime) =>
    withOwner(runtime, async (owner) => {
      const [{ orgId }] = (await chosen(owner, org)) as [StoredFacts];
      const database = runtime.openDatabase();
      let retainUntil: Date;
      try {
        retainUntil = dryRun
          ? await operatorReading(database, orgId, (scope) => extendedRetention(scope, end))
          : await operatorScope(database, orgId, (scope) => extendRetention(scope, end), "subscription");
      } finally {
        await database.close();
      }
      const rows = (await chosen(owner, orgId)).map(rowOf);
      printRows(dryRun ? rows.map((row) => ({ ...row, kept_until: retainUntil.toISOString() })) : rows, {
        json,
      });
    }),
  );
}

/** Returns a function that computes the new end from the options: a last day, or days to add. Throws a UsageError. */
function wantedEnd(until?: string, days?: string): (retainUntil: Date, timeZone: string) => Date {
  if ((until === undefined) === (days === undefined)) throw new UsageError("give either --until or --days");
  if (until !== undefined) {
    const last = dayOf(until);
    if (!last) throw new UsageError(`--until must be a day such as 2027-01-31, not "${until}"`);
    return (_, timeZone) => new Date(startOfDay(addDays(last, 1), timeZone).getTime() - 1);
  }
  const more = wholeNumber("--days", days!, MAX_DAYS);
  return (retainUntil) => new Date(retainUntil.getTime() + more * DAY_MS);
}

async function chosen(owner: pg.Pool, org?: string): Promise<StoredFacts[]> {
  const found = await subscriptionFacts(owner, org);
  if (org !== undefined && found.length === 0) throw new UsageError(`no organization has the id "${org}"`);
  return found;
}

function rowOf(facts: StoredFacts) {
  const state = subscriptionState(facts, new Date());
  const { orgId, name, subscriptionStatus, subscriptionsPaid } = facts;
  const isOver = state.status === "expired";
  return {
    org_id: orgId,
    name,
    state: !isOver ? state.status : state.because === "closed" ? "closed" : "paused",
    stripe_status: subscriptionStatus,
    paid: subscriptionsPaid,
    ends_at: isOver ? null : (state.endsAt?.toISOString() ?? null),
    paused_at: isOver ? state.pausedAt.toISOString() : null,
    kept_until: isOver ? state.retainUntil.toISOString() : null,
  };
}
