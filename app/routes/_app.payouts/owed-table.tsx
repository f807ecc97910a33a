import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { useFormat } from "~/browser/use-format";
import { useHydrated } from "~/browser/use-hydrated";
import { SelectionBar } from "~/components/selection/selection-bar";
import { besideBar } from "~/components/selection/selection-line";
import { useSelection, type Selection } from "~/components/selection/use-selection";
import { useShortGapList } from "~/components/payouts/missing-list";
import { useTableMoney } from "~/components/payouts/use-amount-columns";
import { useFlash } from "~/components/toast/flash-context";
import { Button, ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { HelpLink } from "~/components/ui/help-link";
import { Link } from "~/components/ui/link";
import { NameLink } from "~/components/ui/name-link";
import { PageLinks } from "~/components/ui/page-links";
import { RowActionLink, RowActions } from "~/components/ui/row-actions";
import { Table } from "~/components/ui/table";
import { useAddress } from "~/components/ui/use-address";
import { useSort } from "~/components/ui/use-sort";
import type { PayeeGap } from "~/domain/payouts/payee";
import type { Owed, OwedColumn } from "~/domain/payouts/owed";
import type { Order } from "~/domain/shared/order";
import type { Page } from "~/domain/shared/page";
import { addressWith, knownSearch } from "~/paths/address";
import { dialogOnPage } from "~/paths/affiliate-view";
import { paths } from "~/paths/paths";
import "~/components/payouts/payee-texts";

/** The form's id. The checkboxes of the rows refer to it with the `form` attribute. */
const PAY_FORM = "pay-owed";

type OwedTableProps = {
  page: Page<Owed>;
  /** What is missing before each affiliate with something due can be paid, by id. */
  missing: Readonly<Record<string, readonly PayeeGap[]>>;
  /** How many of the due commissions are in a payout run, by id of the affiliate. */
  inRuns: Readonly<Record<string, number>>;
  order: Order<OwedColumn>;
  currency: string;
  /** Why nothing is listed: there are no commissions, or the search finds nobody. */
  why: "none" | "search";
};

/** What each affiliate is owed in one currency. Those with something due are paid one by one or together. */
export function OwedTable({ page, missing, inRuns, order, currency, why }: OwedTableProps) {
  const { t } = useTranslation(["payouts", "commissions", "common"]);
  const format = useFormat();
  const affiliateName = useAffiliateName();
  const { search } = useAddress();
  const sort = useSort(order, paths.payouts());
  const money = useTableMoney(currency);
  const isPayable = ({ id, dueCount }: Owed) => dueCount > (inRuns[id] ?? 0);
  const payable = page.rows.filter(isPayable);
  // The address of the dialog contains the ids selected for it.
  const sent = new URLSearchParams(useLocation().search).getAll("affiliate_id");
  const selection = useSelection(payable, sent, useFlash()?.id);
  const quiet = "text-muted underline underline-offset-2 hover:text-ink";
  /** Links to the payments that are due, and to the run that they are in. */
  const dueFrom = ({ id, name, dueCount }: Owed) => (
    <>
      <Link
        to={paths.commissions({ affiliate: id })}
        aria-label={`${t("commissions:payments", { count: dueCount })}: ${affiliateName(id, name)}`}
        className={quiet}
      >
        {t("commissions:payments", { count: dueCount })}
      </Link>
      {inRuns[id] && (
        <>
          {", "}
          <Link to={paths.payoutRuns()} className={quiet}>
            {inRuns[id] === dueCount ? t("in_run") : t("some_in_run", { count: inRuns[id] })}
          </Link>
        </>
      )}
    </>
  );
  const columns = [
    {
      id: "name",
      header: t("affiliate"),
      primary: true,
      sort: sort("name"),
      className: "cells:min-w-40 cells:py-0.5",
      cell: ({ id, name }: Owed) => (
        <>
          <NameLink to={paths.affiliate(id)} className={missing[id]?.length ? "cells:my-0 cells:items-end" : ""}>
            {affiliateName(id, name)}
          </NameLink>
          <Missing id={id} name={affiliateName(id, name)} gaps={missing[id] ?? []} />
        </>
      ),
    },
    {
      id: "due",
      header: t("commissions:states.due"),
      align: "end" as const,
      sort: sort("due", "desc"),
      cell: (row: Owed) => (
        <>
          <span className="font-medium">{money(row.due)}</span>
          {row.dueCount > 0 && (
            <span className="text-xs whitespace-nowrap cells:block cards:hidden">{dueFrom(row)}</span>
          )}
        </>
      ),
    },
    {
      id: "oldest",
      header: t("oldest"),
      align: "end" as const,
      labelled: true,
      sort: sort("oldest"),
      cell: (row: Owed) =>
        row.oldest ? (
          <>
            {format.day(row.oldest)}
            {/* In a card there is no room for a second line beside the name. */}
            <span className="ml-1.5 cells:hidden">{dueFrom(row)}</span>
          </>
        ) : (
          "–"
        ),
    },
    {
      id: "waiting",
      header: t("commissions:states.waiting"),
      align: "end" as const,
      labelled: true,
      hideOn: "narrow" as const,
      sort: sort("waiting", "desc"),
      cell: ({ waiting }: Owed) => money(waiting),
    },
    {
      id: "planned",
      header: t("commissions:states.planned"),
      align: "end" as const,
      labelled: true,
      sort: sort("planned", "desc"),
      cell: ({ planned }: Owed) => money(planned),
    },
    {
      id: "paid",
      header: t("commissions:states.paid"),
      align: "end" as const,
      labelled: true,
      sort: sort("paid", "desc"),
      cell: ({ paid }: Owed) => money(paid),
    },
  ];
  const rowActions = (row: Owed) => {
    const { id, name } = row;
    const of = affiliateName(id, name) ?? name;
    const to = addressWith(paths.payOwed(), knownSearch(search), { tab: currency, affiliate_id: id });
    return (
      isPayable(row) && (
        <RowActions id={id} label={t("common:actions_of", { name: of })}>
          <RowActionLink dialog to={to} icon="check" text={t("pay.one")} of={of} />
        </RowActions>
      )
    );
  };
  return (
    <div className="group/list space-y-2">
      {/* The bar at the bottom must not cover the focused element. */}
      <div className={besideBar}>
        <Table
          name="payouts"
          caption={t("title")}
          fit="many"
          isMain
          rows={page.rows}
          rowKey={({ id }) => id}
          {...(payable.length > 0 && {
            choice: {
              selection,
              form: PAY_FORM,
              label: t("select"),
              pageLabel: t("select_page"),
              boxOf: (row: Owed) =>
                isPayable(row)
                  ? { name: "affiliate_id", value: row.id, of: affiliateName(row.id, row.name) ?? row.name }
                  : null,
            },
          })}
          columns={columns}
          rowActions={rowActions}
          empty={<NobodyOwed why={why} currency={currency} />}
        />
      </div>
      <PayOwedBar selection={selection} currency={currency} />
      <PageLinks page={page} path={paths.payouts()} />
    </div>
  );
}

/** What is missing before an affiliate can be paid, as a link to where it is entered. */
function Missing({ id, name, gaps }: { id: string; name: string; gaps: readonly PayeeGap[] }) {
  const gapList = useShortGapList();
  if (gaps.length === 0) return null;
  return (
    <Link
      to={dialogOnPage(id, "payout", "")}
      className="flex min-h-6 max-w-72 items-start pt-0.5 text-xs cards:mt-1 cards:items-center font-normal text-warning underline underline-offset-2"
    >
      <span className="cards:truncate">
        {gapList(gaps)}
        <span className="sr-only">: {name}</span>
      </span>
    </Link>
  );
}

/**
 * Opens the payment of the selected affiliates. Appears with the first checkbox; without JavaScript it is always
 * visible.
 */
function PayOwedBar({ selection, currency }: { selection: Selection<Owed>; currency: string }) {
  const { t } = useTranslation("payouts");
  const format = useFormat();
  const here = new URLSearchParams(knownSearch(useAddress().search));
  here.set("tab", currency);
  // Without JavaScript the selected rows are not known, so they are not counted.
  const count = useHydrated() ? selection.count : 0;
  const amount = selection.chosen.reduce((sum, { due }) => sum + due, 0);
  const chosen = count > 0 ? t("chosen", { count }) : "";
  return (
    <SelectionBar
      id={PAY_FORM}
      method="get"
      action={paths.payOwed()}
      label={t("pay.chosen")}
      selection={selection}
      chosen={chosen}
      sums={[format.money({ amount, currency })]}
      values={here}
    >
      <Button type="submit" className="max-md:w-full">
        {t("pay.chosen")}
      </Button>
    </SelectionBar>
  );
}

function NobodyOwed({ why, currency }: { why: "none" | "search"; currency: string }) {
  const { t } = useTranslation(["payouts", "affiliates", "common"]);
  if (why === "search") {
    return (
      <EmptyState
        icon="search-x"
        title={t("affiliates:none_found")}
        action={
          <ButtonLink variant="secondary" to={paths.payouts({ tab: currency })}>
            {t("common:clear_filters")}
          </ButtonLink>
        }
      >
        {t("none_found_text")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="wallet"
      title={t("none")}
      action={
        <>
          <ButtonLink to={paths.leads({ tab: "deals" })}>{t("none_action")}</ButtonLink>
          <HelpLink inWords />
        </>
      }
    >
      {t("none_text")}
    </EmptyState>
  );
}
