import { Option, type Command } from "commander";
import { jobCatalogue } from "~/platform/jobs/catalogue";
import { withExamples } from "../examples";
import { jobStates, listJobs, retryJobs, type JobFilter, type JobState } from "../queue";
import { printRows, UsageError, withJson, withRuntime, wholeNumber } from "../run-command";
import { withOwner } from "../runtime";

interface Narrowing {
  task?: string;
  org?: string;
}
type List = Narrowing & { state?: JobState; limit: string; json?: boolean };
type Retry = Narrowing & { failed?: boolean; dryRun?: boolean; json?: boolean };

const MOST = 100_000;

/** Adds the command `jobs` with its subcommands. */
export function addJobsCommands(program: Command): void {
  const jobs = program.command("jobs").description("the queue of the worker");
  withExamples(
    narrowed(withJson(jobs.command("list")))
      .description("list jobs: what waits, runs, is tried again, or has failed for good")
      .addOption(new Option("--state <state>", "in this state").choices(jobStates))
      .option("--limit <number>", "at most so many", "100")
      .action(list),
    "jobs list --state failed",
    "jobs list --task webhook.deliver --limit 1000 --json",
  );
  withExamples(
    narrowed(withJson(jobs.command("retry")))
      .description("run jobs now, with all their attempts; one that a worker holds is left alone")
      .argument("[ids...]", "the jobs")
      .option("--failed", "all that have failed for good")
      .option("--dry-run", "only list them")
      .action(retry),
    "jobs retry 4711 4712",
    "jobs retry --failed --task mail.notification --dry-run",
  );
}

const narrowed = (command: Command): Command =>
  command
    .addOption(new Option("--task <name>", "of this name").choices(Object.keys(jobCatalogue)))
    .option("--org <id>", "of one organisation");

function list({ limit, json = false, ...filter }: List): Promise<void> {
  const most = wholeNumber("--limit", limit, MOST);
  return withRuntime((runtime) =>
    withOwner(runtime, async (owner) => printRows(await listJobs(owner, filter, most), { json })),
  );
}

function retry(
  ids: string[],
  { failed = false, dryRun = false, json = false, ...rest }: Retry,
): Promise<void> {
  if (failed === ids.length > 0) throw new UsageError("give either the ids of jobs or --failed");
  const wrong = ids.find((id) => !/^\d{1,18}$/.test(id));
  if (wrong !== undefined) throw new UsageError(`the id of a job is a number, not "${wrong}"`);
  const filter: JobFilter = { ...rest, ...(failed ? { state: "failed" } : { ids }) };
  return withRuntime((runtime) =>
    withOwner(runtime, async (owner) => {
      const found = await listJobs(owner, filter, MOST);
      const missing = ids.find((id) => !found.some((job) => job.id === id));
      if (missing !== undefined) throw new UsageError(`the queue has no such job with the id "${missing}"`);
      if (dryRun) return printRows(found, { json });
      const count = await retryJobs(
        owner,
        found.map(({ id }) => id),
      );
      if (json) console.log(JSON.stringify({ retried: count }));
      else console.log(count === 1 ? "1 job runs again" : `${count} jobs run again`);
    }),
  );
}
