import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sendForm } from "~/browser/client-actions";
import { useAffiliateName } from "~/browser/namesakes";
import { pageTitle } from "~/browser/page-title";
import { replyTo } from "~/browser/form-reply";
import { useReply } from "~/browser/use-reply";
import { InvoiceStatusBadge } from "~/components/payouts/invoice-badge";
import { InvoiceForm } from "~/components/payouts/invoice-form";
import { invoiceIntents } from "~/components/payouts/invoice-intents";
import { Comparison, InvoiceHistory, ShownInvoice } from "~/components/payouts/invoice-view";
import { RouteDialog } from "~/components/ui/route-dialog";
import { acceptInvoice, refuseInvoice } from "~/domain/payouts/decide-invoice.server";
import { acceptInvoiceSchema, refuseInvoiceSchema } from "~/domain/payouts/own-invoice.schema";
import { readInvoices } from "~/domain/payouts/read-invoices.server";
import { readRun } from "~/domain/payouts/read-run.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { INVOICE_FILE } from "~/server/files/take-invoice.server";
import { invoiceForm } from "~/server/invoice-forms.server";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";
import { DecideForms } from "./decide-forms";
import "~/components/payouts/payout-texts";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const found = await staffScope({ request, context }, async (scope) => {
    const run = await readRun(scope, params["runId"]);
    const payout = run?.payoutList.find(({ id }) => id === params["payoutId"]);
    const invoices = payout && (await readInvoices(scope, payout.id));
    const { timeZone } = await scope.organization();
    return run && payout && invoices && { runId: run.id, payout, invoices, timeZone };
  });
  if (!found) throw new Response(null, { status: 404, statusText: "Not Found" });
  const { payout, ...page } = found;
  const { affiliateId, name } = payout;
  return { ...page, affiliateId, name, title: t("invoices:title", { name }) };
}

export async function action(args: ActionFunctionArgs) {
  const { runId = "", payoutId = "" } = args.params;
  const to = paths.payoutRun(runId);
  return runAction(args, {
    who: "member",
    of: invoiceIntents,
    takesFile: INVOICE_FILE,
    intents: {
      accept: {
        backTo: paths.payoutInvoice(runId, payoutId),
        schema: acceptInvoiceSchema,
        failed: "errors:invoice_failed",
        run: async (invoiceId, { inScope, t }) => {
          const done = await inScope((scope) => acceptInvoice(scope, { payoutId, invoiceId }));
          const title = t(done ? "invoices:accepted" : "invoices:accepted_before");
          return { to, toast: { tone: done ? "success" : "info", title } };
        },
      },
      refuse: {
        schema: refuseInvoiceSchema,
        failed: "invoice_failed",
        run: async (input, { inScope, t }) => {
          const done = await inScope((scope) => refuseInvoice(scope, { payoutId, ...input }));
          const title = t(done ? "invoices:refused" : "invoices:refused_before");
          return { to, toast: { tone: done ? "success" : "info", title } };
        },
      },
      upload: invoiceForm<"member">({
        request: args.request,
        payoutId,
        to: paths.payoutInvoice(runId, payoutId),
        inStore: async ({ inScope }) => inScope,
      }),
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, invoiceIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The invoice that a payout waits for: compared with the statement, accepted or refused, or entered (PAY-17). */
export default function PayoutInvoice() {
  const { runId, affiliateId, name, invoices: found, timeZone } = useLoaderData<typeof loader>();
  const { t } = useTranslation("invoices");
  const affiliateName = useAffiliateName();
  const reply = useReply();
  const upload = replyTo(reply, "upload");
  const { status, expected, invoices, isInBankFile } = found;
  const [latest] = invoices;
  const of = { fileTo: paths.file, organization: null, timeZone };
  const canRefuse = status === "waiting" || (status === "accepted" && !isInBankFile);
  return (
    <RouteDialog
      title={t("title", { name: affiliateName(affiliateId, name) })}
      description={t("expected_staff", { number: expected.number })}
      closeTo={paths.payoutRun(runId)}
      size="lg"
    >
      <div className="grid gap-5">
        {status && (
          <p>
            <InvoiceStatusBadge status={status} />
          </p>
        )}
        {latest ? (
          <ShownInvoice invoice={latest} expected={expected} {...of} />
        ) : (
          <Comparison expected={expected} invoice={null} />
        )}
        {latest && status && (
          <DecideForms
            invoiceId={latest.id}
            canAccept={status === "waiting"}
            canRefuse={canRefuse}
            lastResult={replyTo(reply, "refuse")}
          />
        )}
        {(status === null || (status === "missing" && !latest)) && (
          <p className="text-muted">{t(status === null ? "closed" : "none")}</p>
        )}
        <InvoiceHistory invoices={invoices} {...of} />
        {status !== null && status !== "accepted" && (
          // Another one is entered in an empty form.
          <details key={latest?.id ?? ""} open={upload !== undefined}>
            <summary className="cursor-pointer py-2 font-medium">{t("enter")}</summary>
            <div className="pt-2">
              <InvoiceForm currency={expected.currency} lastResult={upload} isStaff />
            </div>
          </details>
        )}
      </div>
    </RouteDialog>
  );
}
