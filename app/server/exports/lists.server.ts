import type { TFunction } from "i18next";
import { eachPayment } from "~/domain/commissions/list-payments.server";
import { commissionKinds, paymentTabs, receiptFilters, type CommissionFacts } from "~/domain/commissions/commission";
import { contractEnd } from "~/domain/shared/dates";
import { dealOrders, type DealView } from "~/domain/deals/deal-view";
import { listDeals } from "~/domain/deals/list-deals.server";
import { leadStatuses, reachedSteps } from "~/domain/leads/lead";
import type { LeadFacts } from "~/domain/leads/lead-facts.server";
import { dealChoices, leadOrders, leadTabs, type LeadFilter } from "~/domain/leads/lead-filter";
import { listLeadFacts } from "~/domain/leads/list-leads.server";
import { matchAllDeals } from "~/domain/deals/match-deals.server";
import { matchAllLeads } from "~/domain/leads/match-leads.server";
import { stepStates } from "~/domain/leads/lead-work";
import type { OwnValues } from "~/domain/fields/own-value";
import { readOwnOfRecords } from "~/domain/fields/own-values.server";
import type { CsvColumn } from "~/domain/shared/csv";
import { periodNames, readPeriod } from "~/domain/shared/period";
import type { Scope } from "~/domain/shared/scope";
import { matchAllCommissions } from "~/domain/commissions/match-commissions.server";
import { eachTransaction } from "~/domain/commissions/list-transactions.server";
import { ALL_LEADS, leadViewOf, reachedParam, type LeadView } from "~/paths/lead-view";
import { paths } from "~/paths/paths";
import type { ExportName } from "~/paths/export-names";
import { dealListParams, leadListParams, paymentListParams, transactionListParams } from "../list-params.server";
import { affiliates } from "./affiliate-list.server";
import { eachOfPage, joinedAtOnce, ROWS_AT_ONCE } from "./csv-pieces.server";
import { amount, count, day, receipt, sortedBy, text, word, type Title } from "./columns.server";
import { ownColumns } from "./own-columns.server";
import { contactColumns } from "./contact-columns.server";
import { forecast, reports } from "./report-lists.server";
import { startExport, type AskedFile, type EnterScopes, type ExportList } from "./export-file.server";

const inPeriod = { period: periodNames, from: "day", to: "day" } as const;

/** The columns of a commission that follow its state and days. */
const commissionColumns = (t: TFunction): CsvColumn<CommissionFacts, Title>[] => [
  word(
    "kind",
    ({ kind }: CommissionFacts) => kind,
    (kind) => t(`transactions:kinds.${kind}`),
  ),
  text("affiliate", ({ affiliate }) => affiliate),
  text("company", ({ company }) => company),
  text("deal", ({ deal }) => deal),
  amount("commission", (row) => row.amount),
  text("currency", (row) => row.amount.currency),
  receipt("staff"),
  text("payment_id", ({ id }) => id),
  text("deal_id", ({ dealId }) => dealId),
  text("lead_id", ({ leadId }) => leadId),
  text("affiliate_id", ({ affiliateId }) => affiliateId),
];

const commissions: ExportList<CommissionFacts> = {
  narrowedBy: {
    tab: paymentTabs,
    q: "text",
    kind: commissionKinds,
    affiliate: "id",
    deal: "id",
    ...inPeriod,
    sort: sortedBy(["period", "paid_date", "day"]),
  },
  columns: (t) => [
    word(
      "state",
      ({ state }: CommissionFacts) => state,
      (state) => t(`commissions:states.${state}`),
    ),
    day("due_on", ({ due }) => due),
    day("paid_on", ({ paidDate }) => paidDate),
    ...commissionColumns(t),
  ],
  async open(scope, params) {
    const { tab, filter, order } = await paymentListParams(scope, params, matchAllCommissions);
    return (later, cursor) =>
      ({ each }) =>
        eachPayment(later, tab, { ...filter, order, cursor, ...joinedAtOnce(cursor) }, each);
  },
};

const transactions: ExportList<CommissionFacts> = {
  narrowedBy: {
    tab: receiptFilters,
    q: "text",
    kind: commissionKinds,
    affiliate: "id",
    ...inPeriod,
    sort: sortedBy(["payment_date"]),
  },
  columns: (t) => [
    day("paid_on", ({ paidDate }) => paidDate),
    day("due_on", ({ due }) => due),
    ...commissionColumns(t),
  ],
  async open(scope, params) {
    const { tab, filter, order } = await transactionListParams(scope, params, matchAllCommissions);
    const wanted = { ...filter, direction: order.direction };
    return (later, cursor) =>
      ({ each }) =>
        eachTransaction(later, tab, { ...wanted, cursor, ...joinedAtOnce(cursor) }, each);
  },
};

const { notes, ...contact } = contactColumns;

const leads: ExportList<LeadFacts> = {
  narrowedBy: {
    status: [...leadStatuses, ALL_LEADS, ...reachedSteps.map(reachedParam)],
    tab: leadTabs,
    affiliate: "id_or_none",
    responsible: "text",
    step: stepStates,
    q: "text",
    ...inPeriod,
    sort: sortedBy(leadOrders),
  },
  columns: (t) => [
    ...Object.values<CsvColumn<LeadFacts, Title>>(contact),
    word(
      "status",
      ({ status }: LeadFacts) => status,
      (status) => t(`leads:status.${status}`),
    ),
    text("affiliate", ({ affiliate }) => affiliate),
    text("responsible", ({ responsibleName }) => responsibleName),
    text("next_step", ({ work }) => work.nextStep),
    day("next_step_on", ({ work }) => work.nextStepOn),
    day("submitted_on", ({ submittedOn }) => submittedOn),
    day("qualified_on", ({ qualifiedOn }) => qualifiedOn),
    day("won_on", ({ wonOn }) => wonOn),
    day("lost_on", ({ lostOn }) => lostOn),
    notes,
    text("lead_id", ({ id }) => id),
    text("affiliate_id", ({ affiliateId }) => affiliateId),
  ],
  own: "lead",
  ownColumns: (scope, t) => ownColumns(scope, "lead", t),
  async open(scope, params, locale) {
    const { view, filter } = await viewed(scope, params, locale);
    const wanted = { ...leadListParams(view, filter, params.get("sort")), size: ROWS_AT_ONCE };
    const matches = await matchAllLeads(scope, filter, wanted.statuses);
    return (later, cursor) => eachOfPage(() => listLeadFacts(later, { ...wanted, matches, cursor }));
  },
};

type DealRow = DealView & { own: OwnValues };

const deals: ExportList<DealRow> = {
  narrowedBy: {
    deals: dealChoices,
    affiliate: "id_or_none",
    q: "text",
    ...inPeriod,
    sort: sortedBy(dealOrders),
  },
  columns: (t) => [
    day("close_date", ({ closeDate }) => closeDate),
    text("deal", ({ title }) => title),
    text("company", ({ company }) => company),
    text("affiliate", ({ affiliate }) => affiliate),
    word(
      "type",
      ({ type }: DealRow) => type,
      (type) => t(`leads:deal_type.${type}`),
    ),
    amount("amount", (deal) => deal.amount),
    text("currency", (deal) => deal.amount.currency),
    amount("mrr", ({ mrr }) => mrr),
    count("months", ({ months }) => months),
    day("contract_end", ({ closeDate, months }) => (months ? contractEnd(closeDate, months) : null)),
    amount("commission_of_deal", ({ commission }) => commission),
    text("commission_currency", ({ commission }) => commission.currency),
    word(
      "state",
      ({ state }: DealRow) => state,
      (state) => t(`commissions:states.${state}`),
    ),
    day("paid_on", ({ paymentDate }) => paymentDate),
    count("months_paid", ({ progress }) => progress?.paid),
    count("months_due", ({ progress }) => progress?.due),
    count("months_planned", ({ progress }) => progress?.planned),
    receipt("staff"),
    day("ended_on", ({ ended }) => ended && ended.day),
    word(
      "end_reason",
      ({ ended }: DealRow) => ended && ended.reason,
      (reason) => t(`deals:end.reasons.${reason}`),
    ),
    amount("worth_until_end", ({ ended }) => ended && ended.worth),
    // Commissions to be paid back are all in the currency of the commission.
    amount("owed_back", ({ ended }) => ended?.owedBack[0] ?? null),
    text("deal_id", ({ id }) => id),
    text("lead_id", ({ leadId }) => leadId),
    text("affiliate_id", ({ affiliateId }) => affiliateId),
  ],
  own: "deal",
  ownColumns: (scope, t) => ownColumns(scope, "deal", t),
  async open(scope, params, locale) {
    const asked = new URLSearchParams(params);
    asked.set("tab", "deals");
    asked.delete("status");
    const { filter } = await viewed(scope, asked, locale);
    const wanted = { ...dealListParams(filter, asked.get("sort")), size: ROWS_AT_ONCE };
    const matches = await matchAllDeals(scope, filter);
    return (later, cursor) =>
      eachOfPage(async () => {
        const page = await listDeals(later, { ...wanted, matches, cursor });
        const ids = page.rows.map((deal) => deal.id);
        const own = await readOwnOfRecords(later, "deal", ids);
        return { ...page, rows: page.rows.map((deal): DealRow => ({ ...deal, own: own.of(deal.id) })) };
      });
  },
};

async function viewed(
  scope: Scope,
  params: URLSearchParams,
  locale: string | undefined,
): Promise<{ view: LeadView; filter: LeadFilter }> {
  const view = leadViewOf({ pathname: paths.leads(), search: `?${params}` });
  const period = readPeriod(params, await scope.today());
  return { view, filter: { ...view.filter, period, ...(locale && { locale }) } };
}

/** A list that can be exported, without the type of its rows. */
export interface ExportableList extends Pick<ExportList<unknown>, "narrowedBy" | "own"> {
  start: (enter: EnterScopes, asked: AskedFile) => Promise<AsyncGenerator<Buffer>>;
}

const exportable = <Row>(list: ExportList<Row>): ExportableList => ({
  narrowedBy: list.narrowedBy,
  ...(list.own && { own: list.own }),
  start: (enter, asked) => startExport(list, enter, asked),
});

/** The exportable lists by name. */
export const exportLists: Record<ExportName, ExportableList> = {
  leads: exportable(leads),
  deals: exportable(deals),
  affiliates: exportable(affiliates),
  transactions: exportable(transactions),
  commissions: exportable(commissions),
  reports: exportable(reports),
  forecast: exportable(forecast),
};
