import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Outlet, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sendForm } from "~/browser/client-actions";
import { intent } from "~/browser/intents";
import { screenTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { ScreenError } from "~/components/errors/screen-error";
import { SubmitButton } from "~/components/forms/submit-button";
import { RunBadge } from "~/components/payouts/run-badge";
import { Card } from "~/components/ui/card";
import { PageHeader } from "~/components/ui/page-header";
import { DialogLink } from "~/components/ui/route-dialog";
import { payeeNames } from "~/domain/affiliates/namesakes.server";
import { makeBankFile, readBankFiles } from "~/domain/payouts/make-bank-file.server";
import { readPayer } from "~/domain/payouts/payer.server";
import { isPayable } from "~/domain/payouts/invoice-status";
import { readRun } from "~/domain/payouts/read-run.server";
import { payAgain } from "~/domain/payouts/return-payout.server";
import type { PayoutState, Run } from "~/domain/payouts/run";
import { leaveOutSchema, payAgainSchema } from "~/domain/payouts/run.schema";
import { discardRun, leaveOut, markSent } from "~/domain/payouts/take-back-run.server";
import { formatDay } from "~/domain/shared/dates";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { staffScope } from "~/server/open-scope.server";
import { numberLocale, translator } from "~/server/request-language.server";
import { DraftTable } from "./draft-table";
import { runIntents } from "./intents";
import { PayoutTable } from "./payout-table";
import { SendSection } from "./send-section";
import { WaitingInvoices } from "./waiting-invoices";
import "~/components/payouts/payout-texts";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const locale = await numberLocale(request);
  const found = await staffScope({ request, context }, async (scope) => {
    const run = await readRun(scope, params["runId"]);
    const hasFiles = run && run.currency === "EUR" && run.approvedAt !== null;
    const bank = hasFiles ? await readBankFiles(scope, run.id) : null;
    const hasTemplate = (await readPayer(scope)).wiseTitles !== null;
    return run && { run, bank, hasTemplate, timeZone: (await scope.organization()).timeZone };
  });
  if (!found) throw new Response(null, { status: 404, statusText: "Not Found" });
  return { ...found, title: t("runs:run.title", { day: formatDay(found.run.until, locale) }) };
}

export async function action(args: ActionFunctionArgs) {
  const runId = args.params["runId"] ?? "";
  const backTo = paths.payoutRun(runId);
  return runAction(args, {
    who: "member",
    of: runIntents,
    intents: {
      leave_out: {
        backTo,
        schema: leaveOutSchema,
        run: async (affiliateId, { inScope, t }) => {
          const name = await inScope(async (scope) => {
            await leaveOut(scope, { runId, affiliateId });
            return (await payeeNames(scope, [affiliateId]))[0] ?? "";
          });
          return { toast: { tone: "success", title: t("runs:run.left_out", { name }) } };
        },
      },
      discard: {
        backTo,
        run: async (_, { inScope, t }) => {
          await inScope((scope) => discardRun(scope, runId));
          return { to: paths.payoutRuns(), toast: { tone: "success", title: t("runs:run.discarded") } };
        },
      },
      bank_file: {
        backTo,
        failed: "errors:run_failed",
        run: async (_, { inScope, t }) => {
          await inScope((scope) => makeBankFile(scope, runId));
          return { toast: { tone: "success", title: t("runs:bank.made") } };
        },
      },
      pay_again: {
        backTo,
        schema: payAgainSchema,
        run: async (payoutId, { inScope, t }) => {
          const name = await inScope(async (scope) => {
            await payAgain(scope, payoutId);
            return (await readRun(scope, runId))?.payoutList.find(({ id }) => id === payoutId)?.name ?? "";
          });
          return { toast: { tone: "success", title: t("runs:again.done", { name }) } };
        },
      },
      send: {
        backTo,
        run: async (_, { inScope, t }) => {
          await inScope((scope) => markSent(scope, runId));
          return { toast: { tone: "success", title: t("runs:run.sent_saved") } };
        },
      },
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, runIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

/** A payout run: its payouts, and what can be done with it in its state (PAY-06). */
export default function PayoutRun() {
  const { run, bank, hasTemplate, title, timeZone } = useLoaderData<typeof loader>();
  const { t } = useTranslation("runs");
  const sending = run.approvedAt && <SendSection run={run} bank={bank} hasTemplate={hasTemplate} timeZone={timeZone} />;
  return (
    <div className="space-y-6">
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {title} <RunBadge state={run.state} />
          </span>
        }
        subtitle={run.state === "draft" ? t("run.draft_text") : undefined}
        back={{ to: paths.payoutRuns(), label: t("run.back") }}
        actions={<RunActions run={run} />}
      />
      <RunFacts run={run} timeZone={timeZone} />
      <WaitingInvoices run={run} />
      {/* What comes next stands before the payouts, because they may be hundreds. */}
      {isUnderway(run) && sending}
      {run.state === "draft" ? <DraftTable run={run} /> : <PayoutTable run={run} />}
      {!isUnderway(run) && sending}
      <Outlet />
    </div>
  );
}

/** Whether payouts of the run are still to be sent or paid. */
const isUnderway = ({ state }: Run): boolean => state === "approved" || state === "sent";

/** The buttons of the page: what the state of the run allows. */
function RunActions({ run }: { run: Run }) {
  const { t } = useTranslation("runs");
  const { id, state } = run;
  const mayPay = isUnderway(run);
  const isUnpaid = (mayPay || state === "none") && run.payoutList.every((payout) => payout.state !== "paid");
  return (
    <>
      {state === "draft" && (
        <Form method="post" preventScrollReset>
          <SubmitButton {...intent(runIntents, "discard")} variant="secondary">
            {t("run.discard")}
          </SubmitButton>
        </Form>
      )}
      {state === "draft" && run.proposals.some(({ lines }) => lines.length > 0) && (
        <DialogLink variant="primary" to={paths.payoutRunDialog(id, "approve")}>
          {t("approve.open")}
        </DialogLink>
      )}
      {isUnpaid && (
        <DialogLink variant="ghost" to={paths.payoutRunDialog(id, "void")}>
          {t("void.open")}
        </DialogLink>
      )}
      {mayPay && run.payoutList.some(isPayable) && (
        <DialogLink variant={state === "sent" ? "primary" : "secondary"} to={paths.payoutRunDialog(id, "pay")}>
          {t("pay.open")}
        </DialogLink>
      )}
    </>
  );
}

function RunFacts({ run, timeZone }: { run: Run; timeZone: string }) {
  const { t } = useTranslation("runs");
  const format = useFormat();
  const { when } = useAuditWords(timeZone);
  const by = (name: string | null, at: string) => t("run.at", { name: name ?? t("run.by_program"), time: when(at) });
  const { gross, currency } = run;
  /** Null for none. */
  const countOf = (state: PayoutState) => {
    const count = run.payoutList.filter((payout) => payout.state === state).length;
    return count > 0 ? String(count) : null;
  };
  const facts: [label: string, value: string | null][] = [
    [t("gross"), gross === null ? null : format.money({ amount: gross, currency })],
    [t("affiliates"), String(run.payouts)],
    [t("run.unpaid"), countOf("none")],
    [t("payout_states.returned"), countOf("returned")],
    [t("payout_states.void"), run.state === "void" ? null : countOf("void")],
    [t("run.created_by"), by(run.createdBy, run.createdAt)],
    [t("run.approved_by"), run.approvedAt && by(run.approvedBy, run.approvedAt)],
    [t("states.sent"), run.sentAt && when(run.sentAt)],
    [t("states.void"), run.voidedAt && when(run.voidedAt)],
    [t("run.reason"), run.voidReason],
    [t("preview.note"), run.note],
  ];
  return (
    <Card>
      <dl className="flex flex-wrap gap-x-10 gap-y-4">
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <div key={label} className="min-w-0">
                <dt className="text-xs text-muted">{label}</dt>
                <dd className="mt-0.5 wrap-anywhere tabular-nums">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("runs");
  return <ScreenError title={t("title")} failed={t("load_failed")} screen={paths.payoutRuns()} />;
}
