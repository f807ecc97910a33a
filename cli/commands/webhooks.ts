import { Option, type Command } from "commander";
import { deliveryStates, MAX_RESENT, type DeliveryState } from "~/domain/webhooks/delivery";
import { startOfDay } from "~/domain/shared/dates";
import type { Page } from "~/domain/shared/page";
import { listDeliveries, readDelivery, type DeliveryRow } from "~/domain/webhooks/list-deliveries.server";
import { countAllToSend, resendDelivery, resendDeliveries } from "~/domain/webhooks/resend.server";
import { sentAgain, type ResendFilter } from "~/domain/webhooks/resend.schema";
import { SAMPLE_ID, withExamples } from "../examples";
import { sweep, withOrganization } from "../organizations";
import {
  operatorReading,
  operatorScope,
  printRows,
  UsageError,
  wholeNumber,
  withJson,
  withRuntime,
} from "../run-command";
import { dayOf } from "../day-of";
import { progressBar } from "../progress";
import { requireOwner } from "../runtime";

type List = { org: string; status?: DeliveryState; limit: string; json?: boolean };
type Resend = { org: string; since?: string; which: ResendFilter; dryRun?: boolean; json?: boolean };

/** Adds the command `webhooks` with its subcommands. */
export function addWebhooksCommands(program: Command): void {
  const webhooks = program.command("webhooks").description("webhooks and their deliveries");
  withExamples(
    withJson(webhooks.command("endpoints"))
      .description("list the webhook endpoints of all organizations and their state")
      .action((options: { json?: boolean }) =>
        withRuntime(async (runtime) => printRows(await listEndpoints(requireOwner(runtime)), options)),
      ),
    "webhooks endpoints",
  );
  withExamples(
    withJson(webhooks.command("list"))
      .description("list the deliveries of an organization, latest first")
      .requiredOption("--org <id>", "the organization")
      .addOption(new Option("--status <status>", "only this status").choices(deliveryStates))
      .option("--limit <number>", "max number of rows", "50")
      .action(list),
    `webhooks list --org ${SAMPLE_ID} --status failed`,
  );
  withExamples(
    withJson(webhooks.command("resend"))
      .description("resend deliveries of an organization, with the same id and body")
      .argument("[delivery]", "id of one delivery")
      .requiredOption("--org <id>", "the organization")
      .option(
        "--since <moment>",
        "deliveries of events since then: a day such as 2026-12-31 in the organization's time zone, or 2026-12-31T18:00:00Z",
      )
      .addOption(
        new Option("--which <which>", "with --since: failed deliveries, or all that are not pending")
          .choices(sentAgain)
          .default("failed"),
      )
      .option("--dry-run", "only show the number")
      .action(resend),
    `webhooks resend --org ${SAMPLE_ID} --since 2026-12-31`,
    `webhooks resend --org ${SAMPLE_ID} 0190a5a0-7c1e-7000-8000-0b6f5d1c2a39`,
  );
}

function listEndpoints(ownerUrl: string) {
  return sweep<Record<string, string | number | null>>(
    ownerUrl,
    // The path of the URL may contain a secret of the receiver.
    `select e.org_id, o.name as organization, substring(e.url from '^[a-z]+://[^/?#]+') as host, array_to_string(e.events, ', ') as events,
       case when e.disabled_at is not null then 'off: ' || e.disabled_because
            when e.failing_since is not null then 'failing' else 'on' end as state,
       (select count(*)::int from webhook_delivery d where d.org_id = e.org_id and d.endpoint_id = e.id
          and d.status = 'pending') as pending,
       (select count(*)::int from webhook_delivery d where d.org_id = e.org_id and d.endpoint_id = e.id
          and d.status = 'failed') as failed
     from webhook_endpoint e join organization o on o.org_id = e.org_id where e.url <> '' order by o.created_at, e.id`,
  );
}

function list({ org, status, limit, json = false }: List): Promise<void> {
  const most = wholeNumber("--limit", limit, 10_000);
  return withOrganization(org, async (database, orgId) => {
    const rows: DeliveryRow[] = [];
    let cursor: string | null = null;
    do {
      const request = { cursor, status: status ?? null, event: null };
      const page: Page<DeliveryRow> = await operatorReading(database, orgId, (scope) => listDeliveries(scope, request));
      rows.push(...page.rows);
      cursor = page.next;
    } while (cursor && rows.length < most);
    printRows(
      rows.slice(0, most).map((row) => ({
        id: row.id,
        event: row.event,
        test: row.isTest ? "yes" : "no",
        status: row.status,
        at: row.at,
        attempts: row.attempts,
        last_status: row.lastStatus,
        last_error: row.lastError,
        next_attempt_at: row.nextAttemptAt,
      })),
      { json },
    );
  });
}

function resend(id: string | undefined, { org, since, which, dryRun = false, json = false }: Resend): Promise<void> {
  if ((id === undefined) === (since === undefined)) throw new UsageError("give either a delivery or --since");
  const from = since === undefined ? null : momentOf(since);
  return withOrganization(org, async (database, orgId) => {
    const print = (count: number) => {
      if (json) return console.log(JSON.stringify(dryRun ? { would_send: count } : { sent: count }));
      const what = count === 1 ? "1 delivery" : `${count} deliveries`;
      console.log(`${what} ${dryRun ? "would be " : ""}sent again`);
    };
    if (!from) {
      const known = await operatorReading(database, orgId, (scope) => readDelivery(scope, id));
      if (!known) throw new UsageError(`the organization has no delivery with the id "${id}"`);
      if (known.isTest) throw new UsageError(`"${id}" is a test: tests cannot be sent again`);
      if (!dryRun) await operatorScope(database, orgId, (scope) => resendDelivery(scope, known.id));
      return print(1);
    }
    const { timeZone } = await operatorReading(database, orgId, (scope) => scope.organization());
    let wanted = { since: from(timeZone), which, before: new Date() };
    const all = await operatorReading(database, orgId, (scope) => countAllToSend(scope, wanted));
    if (dryRun) return print(all);
    let sent = 0;
    const bar = progressBar(all);
    for (let step = MAX_RESENT; step === MAX_RESENT; sent += step) {
      const { count, next } = await operatorScope(database, orgId, (scope) => resendDeliveries(scope, wanted));
      step = count;
      wanted = { ...wanted, since: next };
      bar.add(step);
    }
    bar.end();
    print(sent);
  });
}

/**
 * Parses a day or a timestamp. Returns a function of the time zone, because a day begins at its local midnight. Throws
 * a UsageError.
 */
function momentOf(text: string): (timeZone: string) => Date {
  const [, date = "", time] = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2})?Z)?$/.exec(text) ?? [];
  const day = dayOf(date);
  const moment = day && new Date(text);
  if (!moment || Number.isNaN(moment.getTime()))
    throw new UsageError(`--since must be a day or time such as 2026-12-31 or 2026-12-31T18:00:00Z, not "${text}"`);
  return (timeZone) => (time === undefined ? startOfDay(day, timeZone) : moment);
}
