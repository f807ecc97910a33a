import { Fragment, type ReactNode } from "react";
import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { besideBar } from "~/components/selection/selection-line";
import { useSelection, type Selection } from "~/components/selection/use-selection";
import { PageLinks } from "~/components/ui/page-links";
import { Table } from "~/components/ui/table";
import type { TableColumn } from "~/components/ui/table-column";
import { isPayable, type Commission } from "~/domain/commissions/commission";
import type { Page } from "~/domain/shared/page";
import { MarkPaidButton, MarkPaidForms } from "./mark-paid-button";
import { CUSTOMER_FORM, CustomerBar, PAY_FORM, PayBar } from "./pay-bar";
import { RowUndo } from "~/components/toast/row-undo";
import { RowActionLink, RowActions } from "~/components/ui/row-actions";
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
  const { t } = useTranslation("common");
  const nameOf = usePaymentName();
  return (
    <>
      <MarkPaidForms rows={props.page.rows} />
      <ChoiceTable
        {...props}
        form={PAY_FORM}
        rowActions={(row) =>
          (row.dueWhen === "customer_paid" || isPayable(row)) && (
            <RowActions id={row.id} label={t("actions_of", { name: nameOf(row) })}>
              {isPayable(row) && <MarkPaidButton payment={row} name={nameOf(row)} />}
              {row.dueWhen === "customer_paid" && <CustomerPaymentLink payment={row} name={nameOf(row)} />}
            </RowActions>
          )
        }
        mayChoose={isPayable}
        bar={(selection) => <PayBar selection={selection} total={props.count} lastResult={props.lastResult} />}
      />
    </>
  );
}

/** The payments of a page that wait for customers. Their payments are recorded one by one, or several together. */
export function WaitingTable({ today, ...props }: ChoiceTableProps & { today: Day }) {
  const nameOf = usePaymentName();
  const { t } = useTranslation("common");
  return (
    <ChoiceTable
      {...props}
      form={CUSTOMER_FORM}
      rowActions={(row) => (
        <>
          <RowUndo id={row.id} name={nameOf(row)} />
          <RowActions id={row.id} label={t("actions_of", { name: nameOf(row) })}>
            <CustomerPaymentLink payment={row} name={nameOf(row)} />
          </RowActions>
        </>
      )}
      bar={(selection) => (
        <CustomerBar selection={selection} total={props.count} today={today} lastResult={props.lastResult} />
      )}
    />
  );
}

/** The row action that opens the dialog about the customer's payment of a commission. */
export function CustomerPaymentLink({ payment, name }: { payment: Pick<Commission, "kind" | "id">; name: string }) {
  const { t } = useTranslation("commissions");
  const { search } = useAddress();
  const to = paths.commissionDialog(payment, "customer", search);
  return <RowActionLink dialog to={to} icon="hand-coins" text={t("customer.open")} of={name} data-key="e" />;
}

type ChoiceProps = ChoiceTableProps & {
  /** The id of the form of the checkboxes. */
  form: string;
  rowActions: (row: Commission) => ReactNode;
  /** Whether a row can be selected; by default each can. */
  mayChoose?: (row: Commission) => boolean;
  /** The form of the selected rows. */
  bar: (selection: Selection<Commission>) => ReactNode;
};

/** Payments of a page with checkboxes, and a bar for the selected ones. */
function ChoiceTable({ page, count, columns, lastResult, form, rowActions, mayChoose, bar }: ChoiceProps) {
  const { t } = useTranslation("commissions");
  const nameOf = usePaymentName();
  const affiliateName = useAffiliateName();
  const posted = [lastResult?.initialValue?.["payment_id"], lastResult?.initialValue?.["deal_id"]];
  const choosable = mayChoose ? page.rows.filter(mayChoose) : page.rows;
  const selection = useSelection(choosable, posted.flat().filter(Boolean).map(String));
  return (
    <div id={`${form}-payment_id`} className="group/list space-y-2">
      {/* The bar at the bottom must not cover the focused element. */}
      <div className={besideBar}>
        <Table
          name="commissions"
          caption={t("title")}
          rows={page.rows}
          rowKey={(row) => row.id}
          rowHref={(row) => paths.deal(row.dealId)}
          fit="many"
          isMain
          choice={{
            selection,
            form,
            label: t("select"),
            pageLabel: t("selection.page"),
            boxOf: (row) =>
              choosable.includes(row)
                ? {
                    name: row.kind === "deal" ? "deal_id" : "payment_id",
                    value: row.id,
                    of: `${affiliateName(row.affiliateId, row.affiliate) ?? "–"}, ${nameOf(row)}`,
                  }
                : null,
          }}
          rowActions={rowActions}
          columns={columns}
        />
      </div>
      {/* The form is reset after a payment, because its receipt belongs to the paid rows. */}
      <Fragment key={page.rows.map(({ id }) => id).join()}>{bar(selection)}</Fragment>
      <PageLinks page={page} total={{ count }} path={paths.commissions()} />
    </div>
  );
}
