import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { besideBar, boxClass, SelectionLine, ToBar } from "~/components/selection/selection-line";
import { useSelection } from "~/components/selection/use-selection";
import { PageLinks } from "~/components/ui/page-links";
import { Table, type TableColumn } from "~/components/ui/table";
import type { Commission } from "~/domain/commissions/commission";
import type { Page } from "~/domain/shared/page";
import { MarkPaidButton, MarkPaidForms } from "./mark-paid-button";
import { PAY_FORM, PayBar } from "./pay-bar";
import { usePaymentName } from "./use-payment-name";
import { paths } from "~/paths/paths";

type DueTableProps = {
  page: Page<Commission>;
  /** Number of payments on all pages. */
  count: number;
  columns: readonly TableColumn<Commission>[];
  lastResult: SubmissionResult<string[]> | undefined;
};

/** The due payments of a page. They are paid one by one, or the selected ones together. */
export function DueTable({ page, count, columns, lastResult }: DueTableProps) {
  const { t } = useTranslation("commissions");
  const nameOf = usePaymentName();
  const affiliateName = useAffiliateName();
  const posted = [lastResult?.initialValue?.["payment_id"], lastResult?.initialValue?.["deal_id"]];
  const selection = useSelection(page.rows, posted.flat().filter(Boolean).map(String));
  const [first, ...others] = columns as [TableColumn<Commission>, ...TableColumn<Commission>[]];
  const withBox: TableColumn<Commission> = {
    ...first,
    cell: (row) => (
      <label className="-my-1 flex min-h-11 cursor-pointer items-center gap-3 md:min-h-10">
        <input
          data-pays
          type="checkbox"
          name={row.kind === "deal" ? "deal_id" : "payment_id"}
          value={row.id}
          form={PAY_FORM}
          aria-label={`${t("select")}: ${affiliateName(row.affiliateId, row.affiliate) ?? "–"}, ${nameOf(row)}`}
          {...selection.box(row.id)}
          className={boxClass}
        />
        {/* Before other focusable elements of the cell: it is one key away from the checkbox. */}
        {selection.has(row.id) && <ToBar bar={PAY_FORM} />}
        <span className="min-w-0">{first.cell(row)}</span>
      </label>
    ),
  };
  return (
    <div className="group/pay space-y-2">
      <SelectionLine id={`${PAY_FORM}-payment_id`} selection={selection} label={t("selection.page")} />
      <MarkPaidForms rows={page.rows} />
      {/* The bar at the bottom must not cover the focused element. */}
      <div className={besideBar}>
        <Table
          caption={t("title")}
          rows={page.rows}
          rowKey={(row) => row.id}
          fit="many"
          cardActions="row"
          rowActions={(row) => <MarkPaidButton payment={row} name={nameOf(row)} />}
          columns={[withBox, ...others]}
        />
      </div>
      {/* The form is reset after a payment, because its receipt belongs to the paid rows. */}
      <PayBar key={page.rows.map(({ id }) => id).join()} selection={selection} lastResult={lastResult} />
      <PageLinks page={page} total={{ count }} path={paths.commissions()} />
    </div>
  );
}
