import { Fragment, type ReactNode } from "react";
import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { ImportLink } from "~/components/imports/import-link";
import { besideBar, boxClass, SelectionLine, ToBar } from "~/components/selection/selection-line";
import { useSelection, type Selection } from "~/components/selection/use-selection";
import { PageLinks } from "~/components/ui/page-links";
import { Table, type TableColumn } from "~/components/ui/table";
import { isPayable, type Commission } from "~/domain/commissions/commission";
import type { Page } from "~/domain/shared/page";
import { MarkPaidButton, MarkPaidForms } from "./mark-paid-button";
import { CUSTOMER_FORM, CustomerBar, PAY_FORM, PayBar } from "./pay-bar";
import { RowUndo } from "~/components/toast/row-undo";
import { Icon } from "~/components/ui/icon";
import { DialogLink } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import type { Day } from "~/domain/shared/dates";
import { usePaymentName } from "./use-payment-name";
import { paths } from "~/paths/paths";

type ChoiceTableProps = {
  page: Page<Commission>;
  /** Number of payments on all pages. */
  count: number;
  columns: readonly TableColumn<Commission>[];
  lastResult: SubmissionResult<string[]> | undefined;
};

/** The due payments of a page. They are paid one by one, or the selected ones together. */
export function DueTable(props: ChoiceTableProps) {
  const nameOf = usePaymentName();
  return (
    <>
      <MarkPaidForms rows={props.page.rows} />
      <ChoiceTable
        {...props}
        form={PAY_FORM}
        rowActions={(row) => (
          <>
            {row.dueWhen === "customer_paid" && <CustomerPaymentLink payment={row} name={nameOf(row)} />}
            {isPayable(row) && <MarkPaidButton payment={row} name={nameOf(row)} />}
          </>
        )}
        mayChoose={isPayable}
        bar={(selection) => <PayBar selection={selection} lastResult={props.lastResult} />}
      />
    </>
  );
}

/** The payments of a page that wait for customers. Their payments are recorded one by one, or several together. */
export function WaitingTable({ today, ...props }: ChoiceTableProps & { today: Day }) {
  const nameOf = usePaymentName();
  const { t } = useTranslation("commissions");
  return (
    <ChoiceTable
      {...props}
      form={CUSTOMER_FORM}
      beside={<ImportLink kind="customer-payments" label={t("customer.import")} />}
      rowActions={(row) => (
        <>
          <RowUndo id={row.id} name={nameOf(row)} />
          <CustomerPaymentLink payment={row} name={nameOf(row)} />
        </>
      )}
      bar={(selection) => <CustomerBar selection={selection} today={today} lastResult={props.lastResult} />}
    />
  );
}

/** Opens the dialog about the customer's payment of a commission. Shows only the icon in tables. */
export function CustomerPaymentLink({ payment, name }: { payment: Pick<Commission, "kind" | "id">; name: string }) {
  const { t } = useTranslation("commissions");
  const { search } = useAddress();
  return (
    <DialogLink
      size="sm"
      to={paths.commissionDialog(payment, "customer", search)}
      title={t("customer.open")}
      aria-label={`${t("customer.open")}: ${name}`}
      className="cells:w-10 cells:px-0"
    >
      <Icon name="hand-coins" />
      <span className="cells:sr-only">{t("customer.open")}</span>
    </DialogLink>
  );
}

type ChoiceProps = ChoiceTableProps & {
  /** The id of the form of the checkboxes. */
  form: string;
  rowActions: (row: Commission) => ReactNode;
  /** Whether a row can be selected; by default each can. */
  mayChoose?: (row: Commission) => boolean;
  /** Shown beside the choice of all rows. */
  beside?: ReactNode;
  /** The form of the selected rows. */
  bar: (selection: Selection<Commission>) => ReactNode;
};

/** Payments of a page with checkboxes, and a bar for the selected ones. */
function ChoiceTable({ page, count, columns, lastResult, form, rowActions, mayChoose, beside, bar }: ChoiceProps) {
  const { t } = useTranslation("commissions");
  const nameOf = usePaymentName();
  const affiliateName = useAffiliateName();
  const posted = [lastResult?.initialValue?.["payment_id"], lastResult?.initialValue?.["deal_id"]];
  const choosable = mayChoose ? page.rows.filter(mayChoose) : page.rows;
  const selection = useSelection(choosable, posted.flat().filter(Boolean).map(String));
  const [first, ...others] = columns as [TableColumn<Commission>, ...TableColumn<Commission>[]];
  const withBox: TableColumn<Commission> = {
    ...first,
    cell: (row) =>
      !choosable.includes(row) ? (
        <div className="pl-7">{first.cell(row)}</div>
      ) : (
        <label className="-my-1 flex min-h-11 cursor-pointer items-center gap-3 md:min-h-10">
          <input
            data-pays
            type="checkbox"
            name={row.kind === "deal" ? "deal_id" : "payment_id"}
            value={row.id}
            form={form}
            aria-label={`${t("select")}: ${affiliateName(row.affiliateId, row.affiliate) ?? "–"}, ${nameOf(row)}`}
            {...selection.box(row.id)}
            className={boxClass}
          />
          {/* Before other focusable elements of the cell: it is one key away from the checkbox. */}
          {selection.has(row.id) && <ToBar bar={form} />}
          <span className="min-w-0">{first.cell(row)}</span>
        </label>
      ),
  };
  return (
    <div className="group/pay space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <SelectionLine id={`${form}-payment_id`} selection={selection} label={t("selection.page")} />
        {beside}
      </div>
      {/* The bar at the bottom must not cover the focused element. */}
      <div className={besideBar}>
        <Table
          caption={t("title")}
          rows={page.rows}
          rowKey={(row) => row.id}
          fit="many"
          cardActions="row"
          rowActions={rowActions}
          columns={[withBox, ...others]}
        />
      </div>
      {/* The form is reset after a payment, because its receipt belongs to the paid rows. */}
      <Fragment key={page.rows.map(({ id }) => id).join()}>{bar(selection)}</Fragment>
      <PageLinks page={page} total={{ count }} path={paths.commissions()} />
    </div>
  );
}
