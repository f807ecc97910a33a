import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { intent } from "~/browser/intents";
import { useAffiliateName } from "~/browser/namesakes";
import { useFormat } from "~/browser/use-format";
import { InvoiceStatusBadge } from "~/components/payouts/invoice-badge";
import { PayoutBadge } from "~/components/payouts/run-badge";
import { useAmountColumns } from "~/components/payouts/use-amount-columns";
import type { IconName } from "~/components/ui/icon";
import { Link } from "~/components/ui/link";
import { NameLink } from "~/components/ui/name-link";
import { RowActionButton, RowActionLink, RowActions } from "~/components/ui/row-actions";
import { Table } from "~/components/ui/table";
import { isPayable } from "~/domain/payouts/invoice-status";
import type { Run, RunPayout } from "~/domain/payouts/run";
import { paths } from "~/paths/paths";
import { runIntents } from "./intents";
import "~/components/payouts/payout-texts";

/** The payouts of an approved run. */
export function PayoutTable({ run }: { run: Run }) {
  const { t } = useTranslation("runs");
  const format = useFormat();
  const affiliateName = useAffiliateName();
  const { currency, payoutList } = run;
  const amounts = useAmountColumns(currency, (payout: RunPayout) => payout);
  const columns = [
    {
      id: "name",
      header: t("affiliate"),
      primary: true,
      className: "cells:min-w-40",
      cell: ({ affiliateId, name }: RunPayout) => (
        <NameLink to={paths.affiliate(affiliateId)}>{affiliateName(affiliateId, name)}</NameLink>
      ),
    },
    {
      id: "number",
      header: t("number"),
      cell: ({ id, number }: RunPayout) => (
        <Link
          to={paths.statement(id)}
          className="inline-flex min-h-6 items-center whitespace-nowrap underline cards:mt-1 underline-offset-2"
        >
          {number}
        </Link>
      ),
    },
    {
      id: "state",
      header: t("state"),
      className: "cells:py-1",
      cell: ({ state, paidOn, returnReason, isHeld, invoice }: RunPayout) => (
        <>
          <PayoutBadge state={state} />
          {paidOn && <span className="block text-xs whitespace-nowrap text-muted">{format.day(paidOn)}</span>}
          {invoice && (
            <span className="mt-1 block">
              <InvoiceStatusBadge status={invoice} />
            </span>
          )}
          {isHeld && <span className="block text-xs text-warning">{t("docs.held")}</span>}
          {returnReason && <span className="block text-xs text-muted wrap-anywhere">{returnReason}</span>}
        </>
      ),
    },
    ...amounts,
  ];
  return (
    <Table
      caption={t("affiliates")}
      fit="many"
      rows={payoutList}
      rowKey={({ id }) => id}
      columns={columns}
      rowActions={(payout) => <PayoutActions run={run} payout={payout} />}
    />
  );
}

/** What can be done with a payout in its state. */
function PayoutActions({ run, payout }: { run: Run; payout: RunPayout }) {
  const { t } = useTranslation(["runs", "invoices", "common"]);
  const affiliateName = useAffiliateName();
  const { id, affiliateId, name, state, isHeld, invoice } = payout;
  const of = affiliateName(affiliateId, name);
  const canPay = isPayable({ state, invoice }) && !isHeld;
  const isReturned = state === "returned";
  if (!invoice && !canPay && !isReturned && state !== "paid") return null;
  const link = (icon: IconName, text: string, to: string) => (
    <RowActionLink dialog to={to} icon={icon} text={text} of={of} />
  );
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="payout_id" value={id} />
      <RowActions id={id} label={t("common:actions_of", { name: of })}>
        {invoice && link("file-text", t("invoices:open"), paths.payoutInvoice(run.id, id))}
        {canPay && run.currency === "EUR" && link("smartphone", t("code.open"), paths.paymentCode(run.id, id))}
        {canPay && link("check", t("pay.open"), paths.payoutRunDialog(run.id, "pay", { payout: id }))}
        {isReturned && (
          <RowActionButton {...intent(runIntents, "pay_again")} icon="rotate-ccw" text={t("again.open")} of={of} />
        )}
        {isReturned && link("x", t("cancel.open"), paths.cancelPayout(run.id, id))}
        {state === "paid" && link("undo-2", t("run.return_action"), paths.returnPayout(run.id, id))}
      </RowActions>
    </Form>
  );
}
