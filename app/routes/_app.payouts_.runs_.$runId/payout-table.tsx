import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { intent } from "~/browser/intents";
import { useAffiliateName } from "~/browser/namesakes";
import { useFormat } from "~/browser/use-format";
import { SubmitButton } from "~/components/forms/submit-button";
import { InvoiceStatusBadge } from "~/components/payouts/invoice-badge";
import { PayoutBadge } from "~/components/payouts/run-badge";
import { useAmountColumns } from "~/components/payouts/use-amount-columns";
import { Icon } from "~/components/ui/icon";
import { Link } from "~/components/ui/link";
import { NameLink } from "~/components/ui/name-link";
import { DialogLink } from "~/components/ui/route-dialog";
import { Table } from "~/components/ui/table";
import { isPayable } from "~/domain/payouts/invoice-status";
import type { Run, RunPayout } from "~/domain/payouts/run";
import { paths } from "~/paths/paths";
import { runIntents } from "./intents";
import "~/components/payouts/payout-texts";

/** The payouts of an approved run. */
export function PayoutTable({ run }: { run: Run }) {
  const { t } = useTranslation(["runs", "invoices"]);
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
      cell: ({ state, paidOn, returnReason, isHeld, invoice }: RunPayout) => (
        <>
          <PayoutBadge state={state} />
          {invoice && (
            <span className="mt-1 block">
              <InvoiceStatusBadge status={invoice} />
            </span>
          )}
          {paidOn && <span className="block text-xs whitespace-nowrap text-muted">{format.day(paidOn)}</span>}
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
      cardActions="row"
      rowActions={({ id, affiliateId, name, state, isHeld, invoice }) => {
        const about = affiliateName(affiliateId, name);
        const canPay = isPayable({ state, invoice }) && !isHeld;
        return (
          <span className="flex justify-end gap-2">
            {invoice && (
              <DialogLink
                size="sm"
                variant={canPay ? "ghost" : "secondary"}
                to={paths.payoutInvoice(run.id, id)}
                title={t("invoices:open")}
                aria-label={`${t("invoices:open")}: ${about}`}
                className="cells:w-10 cells:px-0"
              >
                <Icon name="file-text" />
                <span className="cells:sr-only">{t("invoices:open")}</span>
              </DialogLink>
            )}
            {canPay && currency === "EUR" && (
              <DialogLink
                size="sm"
                variant="ghost"
                to={paths.paymentCode(run.id, id)}
                title={t("code.open")}
                aria-label={`${t("code.open")}: ${about}`}
                className="cells:w-10 cells:px-0"
              >
                <Icon name="smartphone" />
                <span className="cells:sr-only">{t("code.open")}</span>
              </DialogLink>
            )}
            {state === "returned" && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="payout_id" value={id} />
                <SubmitButton
                  {...intent(runIntents, "pay_again")}
                  size="sm"
                  variant="secondary"
                  aria-label={`${t("again.open")}: ${about}`}
                >
                  {t("again.open")}
                </SubmitButton>
              </Form>
            )}
            {state === "returned" && (
              <DialogLink
                size="sm"
                variant="ghost"
                to={paths.cancelPayout(run.id, id)}
                title={t("cancel.open")}
                aria-label={`${t("cancel.open")}: ${about}`}
                className="cells:w-10 cells:px-0"
              >
                <Icon name="x" />
                <span className="cells:sr-only">{t("cancel.open")}</span>
              </DialogLink>
            )}
            {canPay && (
              <DialogLink
                size="sm"
                to={paths.payoutRunDialog(run.id, "pay", { payout: id })}
                title={t("pay.open")}
                aria-label={`${t("pay.open")}: ${about}`}
                className="cells:w-10 cells:px-0"
              >
                <Icon name="check" />
                <span className="cells:sr-only">{t("pay.open")}</span>
              </DialogLink>
            )}
            {state === "paid" && (
              <DialogLink
                size="sm"
                variant="ghost"
                to={paths.returnPayout(run.id, id)}
                title={t("run.return_action")}
                aria-label={`${t("run.return_action")}: ${about}`}
                className="cells:w-10 cells:px-0"
              >
                <Icon name="rotate-ccw" />
                <span className="cells:sr-only">{t("run.return_action")}</span>
              </DialogLink>
            )}
          </span>
        );
      }}
    />
  );
}
