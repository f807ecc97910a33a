import { Option, type Command } from "commander";
import { jobNames } from "~/domain/shared/jobs";
import { withExamples } from "../examples";
import { discardJobs, jobStates, listJobs, retryJobs, type JobFilter, type JobRow, type JobState } from "../queue";
import { confirm, printRows, printResult, UsageError, withJson, withRuntime, wholeNumber } from "../run-command";
import { withOwner } from "../runtime";
import type pg from "pg";

interface Narrowing {
  task?: string;
  org?: string;
}
type List = Narrowing & { state?: JobState; limit: string; json?: boolean };
type Choice = Narrowing & { failed?: boolean; dryRun?: boolean; json?: boolean };

/** Max jobs listed or changed by one command. */
const MAX_JOBS = 100_000;
const MORE_LEFT = "; more remain: run the command again";

/** Adds the command `jobs` with its subcommands. */
export function addJobsCommands(program: Command): void {
  const jobs = program.command("jobs").description("the worker's job queue");
  withExamples(
    narrowed(withJson(jobs.command("list")))
      .description("list jobs that wait, run, will be retried or have failed permanently")
      .addOption(new Option("--state <state>", "only jobs in this state").choices(jobStates))
      .option("--limit <number>", "max number of rows", "100")
      .action(list),
    "jobs list --state failed",
    "jobs list --task webhook.deliver --limit 1000 --json",
  );
  withExamples(
    chosen(jobs.command("retry"))
      .description("run jobs now, with all their attempts; a job held by a worker is skipped")
      .action(retry),
    "jobs retry 4711 4712",
    "jobs retry --failed --task mail.notification --dry-run",
  );
  withExamples(
    chosen(jobs.command("discard"))
      .description("remove jobs that have failed permanently; their work is not done")
      .option("--yes", "do not ask for confirmation")
      .action(discard),
    "jobs discard 4711 --yes",
    "jobs discard --failed --task mail.notification --dry-run",
  );
}

const chosen = (command: Command): Command =>
  narrowed(withJson(command))
    .argument("[ids...]", "ids of the jobs")
    .option("--failed", "all jobs that have failed permanently")
    .option("--dry-run", "only list them");

const narrowed = (command: Command): Command =>
  command
    .addOption(new Option("--task <name>", "only jobs of this task").choices(jobNames))
    .option("--org <id>", "only this organization");

function list({ limit, json = false, ...filter }: List): Promise<void> {
  const most = wholeNumber("--limit", limit, MAX_JOBS);
  return withRuntime((runtime) =>
    withOwner(runtime, async (owner) => printRows(await listJobs(owner, filter, most), { json })),
  );
}

function retry(ids: string[], options: Choice): Promise<void> {
  return withChosen(ids, options, async (owner, jobs, hasMore) => {
    const count = await retryJobs(
      owner,
      jobs.map(({ id }) => id),
    );
    const sentence = count === 1 ? "1 job will run again" : `${count} jobs will run again`;
    sayCount({ retried: count }, sentence, hasMore, options);
  });
}

function discard(ids: string[], { yes = false, ...options }: Choice & { yes?: boolean }): Promise<void> {
  return withChosen(ids, options, async (owner, jobs, hasMore) => {
    const other = jobs.find(({ state }) => state !== "failed");
    if (other) throw new UsageError(`job ${other.id} is ${other.state}: only failed jobs can be discarded`);
    if (jobs.length > 0) await confirm(`${countOf(jobs.length)} will be removed and never run.`, yes);
    const count = await discardJobs(
      owner,
      jobs.map(({ id }) => id),
    );
    sayCount({ discarded: count }, `${countOf(count)} discarded`, hasMore, options);
  });
}

const countOf = (count: number) => (count === 1 ? "1 job" : `${count} jobs`);

function sayCount(result: object, sentence: string, hasMore: boolean, options: { json?: boolean }): void {
  printResult({ ...result, ...(hasMore && { more_left: true }) }, sentence + (hasMore ? MORE_LEFT : ""), options);
}

/**
 * Finds the named or failed jobs, at most `MAX_JOBS`, and passes them to `use` with whether there are more. With
 * --dry-run it only lists them. Throws a UsageError.
 */
function withChosen(
  ids: string[],
  { failed = false, dryRun = false, json = false, task, org }: Choice,
  use: (owner: pg.Pool, jobs: JobRow[], hasMore: boolean) => Promise<void>,
): Promise<void> {
  if (failed === ids.length > 0) throw new UsageError("give either job ids or --failed");
  const wrong = ids.find((id) => !/^\d{1,18}$/.test(id));
  if (wrong !== undefined) throw new UsageError(`a job id must be a number, not "${wrong}"`);
  const filter: JobFilter = {
    ...(task !== undefined && { task }),
    ...(org !== undefined && { org }),
    ...(failed ? { state: "failed" } : { ids }),
  };
  return withRuntime((runtime) =>
    withOwner(runtime, async (owner) => {
      const found = await listJobs(owner, filter, MAX_JOBS + 1);
      const hasMore = found.length > MAX_JOBS;
      if (hasMore) found.pop();
      const missing = ids.find((id) => !found.some((job) => job.id === id));
      if (missing !== undefined) throw new UsageError(`the queue has no job with the id "${missing}"`);
      if (!dryRun) return use(owner, found, hasMore);
      printRows(found, { json });
      if (hasMore) console.error(`These are the first ${MAX_JOBS}: there are more`);
    }),
  );
}
