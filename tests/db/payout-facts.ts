import type pg from "pg";
import { daysAfter } from "./money-days";
import type { ModelLine, ModelPayee, ModelPayer } from "./payout-model";

// What a run is about, from the rows of the tables. Nothing of the app is used: days on which something is due are
// calculated anew.

export interface Facts {
  lines: ModelLine[];
  /** Payout of each line, as stored. */
  payoutOf: Map<string, string | null>;
  /** Commissions of begun months that wait for the customer, by affiliate and currency. */
  waiting: Map<string, bigint>;
}

interface LineRow {
  kind: ModelLine["kind"];
  id: string;
  deal: string;
  affiliate: string;
  period: string;
  amount: string;
  currency: string;
  due_when: string;
  holding_days: number;
  customer_paid_on: string | null;
  payout_id: string | null;
  done: boolean;
  ended: boolean;
}

function dueOf(row: LineRow): string | null {
  if (row.kind === "claim") return row.period;
  if (row.due_when === "period") return daysAfter(row.period, row.holding_days);
  if (row.customer_paid_on === null) return null;
  return daysAfter(row.customer_paid_on > row.period ? row.customer_paid_on : row.period, row.holding_days);
}

/** Reads all commissions and claims of an organization. */
export async function readFacts(pool: pg.Pool, orgId: string, until: string): Promise<Facts> {
  const { rows } = await pool.query<LineRow>(
    `select 'deal' as kind, id, id as deal, affiliate_id as affiliate, close_date::text as period,
       commission_amount as amount, commission_currency as currency, due_when, holding_days,
       customer_paid_on::text, payout_id, commission_paid as done,
       ended_on is not null and end_reason <> 'our_fault' as ended
     from deal where org_id = $1 and deal_type = 'one-time'
     union all
     select 'payment', id, deal_id, affiliate_id, period_start::text, amount, currency, due_when, holding_days,
       customer_paid_on::text, payout_id, status = 'paid', false
     from commission_payment where org_id = $1
     union all
     select 'claim', id, deal_id, affiliate_id, period::text, -amount, currency, 'period', 0, null, payout_id,
       settled_on is not null, false
     from commission_claim where org_id = $1`,
    [orgId],
  );
  const lines = rows.map((row): ModelLine => ({
    kind: row.kind,
    id: row.id,
    deal: row.deal,
    affiliate: row.affiliate,
    period: row.period,
    amount: BigInt(row.amount),
    currency: row.currency,
    due: dueOf(row),
    isOpen: !row.done && !row.ended && row.amount !== "0",
    isPaid: row.done,
  }));
  const waiting = new Map<string, bigint>();
  for (const { kind, isOpen, due, period, affiliate, currency, amount } of lines) {
    if (kind === "claim" || !isOpen || due !== null || period > until) continue;
    const key = `${affiliate} ${currency}`;
    waiting.set(key, (waiting.get(key) ?? 0n) + amount);
  }
  return { lines, waiting, payoutOf: new Map(rows.map((row) => [row.id, row.payout_id])) };
}

/** Reads what is known of the affiliates of an organization whose payer is in Germany. */
export async function readPayees(pool: pg.Pool, orgId: string, now: string): Promise<Map<string, ModelPayee>> {
  const read = async <T>(sql: string) => (await pool.query(sql, [orgId])).rows as T[];
  const profiles = await read<Record<string, string | null> & { id: string }>(
    `select a.id, p.legal_name, p.street, p.postal_code, p.town, p.country, p.vat_id, p.tax_number
     from affiliate a left join payee_profile p on p.org_id = a.org_id and p.affiliate_id = a.id where a.org_id = $1`,
  );
  const taxes = await read<{ affiliate_id: string; from: string; status: string }>(
    `select affiliate_id, begins_on::text as from, status from payee_tax_status where org_id = $1`,
  );
  const accounts = await read<{ id: string; affiliate_id: string; effective_at: Date | null }>(
    `select id, affiliate_id, effective_at from payee_account where org_id = $1 and withdrawn_at is null
     order by created_at desc, id desc`,
  );
  const agreed = await read<{ affiliate_id: string }>(
    "select affiliate_id from self_billing_agreement where org_id = $1 and withdrawn_at is null",
  );
  const today = now.slice(0, 10);
  return new Map(
    profiles.map((profile) => {
      const { id, vat_id, tax_number } = profile;
      const own = accounts.filter((one) => one.affiliate_id === id);
      const inEffect = ({ effective_at }: { effective_at: Date | null }) =>
        effective_at !== null && effective_at <= new Date(now);
      const account = own.find(inEffect)?.id ?? null;
      const taxStatuses = taxes.filter((one) => one.affiliate_id === id).map(({ from, status }) => ({ from, status }));
      const begun = taxStatuses.filter(({ from }) => from <= today).sort((a, b) => (a.from < b.from ? 1 : -1))[0];
      const named = ["legal_name", "street", "postal_code", "town", "country"].every(
        (field) => profile[field] !== null,
      );
      const taxed =
        begun?.status === "eu_business"
          ? vat_id !== null
          : !["regular", "small_business"].includes(begun?.status ?? "") || vat_id !== null || tax_number !== null;
      return [
        id,
        {
          id,
          isComplete: named && begun !== undefined && taxed && account !== null,
          hasAgreement: agreed.some((one) => one.affiliate_id === id),
          hasPendingAccount: own[0] !== undefined && !inEffect(own[0]),
          account,
          taxStatuses,
        },
      ];
    }),
  );
}

/** The general VAT rates in Germany since 2007. */
export const germanRates: ModelPayer["vatRates"] = [
  { from: "2007-01-01", rate: 1900n },
  { from: "2020-07-01", rate: 1600n },
  { from: "2021-01-01", rate: 1900n },
];
