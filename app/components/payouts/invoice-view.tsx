import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { Alert } from "~/components/ui/alert";
import { cn } from "~/components/ui/cn";
import { Icon } from "~/components/ui/icon";
import {
  comparedFields,
  type ComparedField,
  type ExpectedInvoice,
  type InvoiceAmounts,
  type InvoiceDifference,
} from "~/domain/payouts/own-invoice";
import type { InvoiceView } from "~/domain/payouts/read-invoices.server";
import { InvoiceStateBadge, useInvoiceStateWord } from "./invoice-badge";
import "./payout-texts";

type ShownInvoiceProps = {
  invoice: InvoiceView;
  /** What the statement says. */
  expected: ExpectedInvoice;
  /** Returns the address of a file. */
  fileTo: (fileId: string) => string;
  /** In the portal, the organization that pays; null for staff. */
  organization: string | null;
  timeZone: string;
};

/** An invoice beside its statement: file, amounts, and where they differ (PAY-17). */
export function ShownInvoice({ expected, ...shown }: ShownInvoiceProps) {
  const { t } = useTranslation("invoices");
  const { invoice } = shown;
  const { differences } = invoice;
  const namesOther = differences.includes("statement");
  return (
    <div className="grid gap-3">
      {/* The page shows the state of the latest one, unless its statement was withdrawn. */}
      <InvoiceLines {...shown} hasState={invoice.state === "void"} />
      <Comparison expected={expected} invoice={invoice} />
      {namesOther && <Alert tone="warning">{t("other_statement")}</Alert>}
      {differences.length > Number(namesOther) && <Alert tone="warning">{t("different")}</Alert>}
      {differences.length === 0 && (
        <p className="flex items-center gap-2 text-muted">
          <Icon name="check" className="size-4 text-success" />
          {t("same")}
        </p>
      )}
    </div>
  );
}

type InvoiceLinesProps = Omit<ShownInvoiceProps, "expected"> & { hasState: boolean };

/** An invoice in words: number, state, who sent it and what was decided. */
export function InvoiceLines({ invoice, fileTo, organization, timeZone, hasState }: InvoiceLinesProps) {
  const { t } = useTranslation("invoices");
  const format = useFormat();
  const { when } = useAuditWords(timeZone);
  const { number, issuedOn, state, fileId, isRead, isByStaff, enteredBy, createdAt } = invoice;
  const time = when(createdAt);
  const byStaff = organization
    ? t("entered_by_staff", { organization, time })
    : t("entered_by", { name: enteredBy ?? t("member"), time });
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {t("about", { number, day: format.day(issuedOn) })}
          {hasState && <InvoiceStateBadge state={state} />}
        </p>
        <p className="text-muted tabular-nums">
          {isByStaff ? byStaff : t("sent_on", { time })} · {t(isRead ? "read" : "entered")}
        </p>
        <Decision invoice={invoice} timeZone={timeZone} />
      </div>
      <a href={fileTo(fileId)} className="underline underline-offset-4">
        {t("file")}
        <span className="sr-only">: {number}</span>
        <Icon name="download" className="ml-1 inline size-4" />
      </a>
    </div>
  );
}

function Decision({ invoice, timeZone }: Pick<ShownInvoiceProps, "invoice" | "timeZone">) {
  const { t } = useTranslation("invoices");
  const { when } = useAuditWords(timeZone);
  const stateWord = useInvoiceStateWord();
  const { state, reason, decidedBy, decidedAt } = invoice;
  return (
    <>
      {decidedBy && decidedAt && (
        <p className="text-muted tabular-nums">
          {t("decided_by", { state: stateWord(state), name: decidedBy, time: when(decidedAt) })}
        </p>
      )}
      {reason && <p>{t("refused_because", { reason })}</p>}
    </>
  );
}

type ComparisonProps = { expected: ExpectedInvoice; invoice: InvoiceView | null };

/**
 * The amounts of a statement, beside those of an invoice if there is one, with its currency and the statement that it
 * names. A plain table, because a list of records would become cards in a dialog.
 */
export function Comparison({ expected, invoice }: ComparisonProps) {
  const { t } = useTranslation("invoices");
  const format = useFormat();
  const money = (of: InvoiceAmounts, field: ComparedField) =>
    format.money({ amount: of[field], currency: of.currency });
  const row = (field: InvoiceDifference, wanted: string, given: string | null) => (
    <tr key={field} className="border-t">
      <th scope="row" className="py-2 pr-2 text-left align-top font-normal">
        {t(field)}
      </th>
      <td className="px-2 py-2 text-right align-top">{wanted}</td>
      {invoice && <InvoiceCell differs={invoice.differences.includes(field)}>{given}</InvoiceCell>}
    </tr>
  );
  const head = "px-2 py-1.5 text-xs font-normal text-muted";
  return (
    <table className="w-full max-w-md border-y tabular-nums">
      <caption className="sr-only">{t("comparison")}</caption>
      <thead>
        <tr>
          <th scope="col" className={`${head} pl-0 text-left`}>
            {t("amount")}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {t("statement")}
          </th>
          {invoice && (
            <th scope="col" className={`${head} pr-0 text-right`}>
              {t("invoice")}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {comparedFields.map((field) => row(field, money(expected, field), invoice && money(invoice, field)))}
        {invoice?.differences.includes("currency") && row("currency", expected.currency, invoice.currency)}
        {invoice?.statement && row("statement", expected.number, invoice.statement)}
      </tbody>
    </table>
  );
}

function InvoiceCell({ differs, children }: { differs: boolean; children: string | null }) {
  const { t } = useTranslation("invoices");
  return (
    <td className={cn("py-2 pl-2 text-right align-top", differs && "font-medium text-warning")}>
      {children}
      {differs && <span className="block text-xs font-normal">{t("differs")}</span>}
    </td>
  );
}

/** The invoices before the latest one. */
export function InvoiceHistory({ invoices, ...of }: { invoices: readonly InvoiceView[] } & HistoryProps) {
  const { t } = useTranslation("invoices");
  const [, ...earlier] = invoices;
  if (earlier.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer py-2 font-medium">
        {t("history")} ({earlier.length})
      </summary>
      <ul className="divide-y border-y">
        {earlier.map((invoice) => (
          <li key={invoice.id} className="py-3">
            <InvoiceLines invoice={invoice} {...of} hasState />
          </li>
        ))}
      </ul>
    </details>
  );
}

type HistoryProps = Pick<ShownInvoiceProps, "fileTo" | "organization" | "timeZone">;
