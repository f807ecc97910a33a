import type pg from "pg";
import type { LeadStatus } from "~/domain/leads/lead";
import { addDays, day, type Day } from "~/domain/shared/dates";
import type { Money } from "~/domain/shared/money";
import type { Org } from "../factories/organizations";

// Random leads, deals and commissions of an organization, in the database and as one plain row each.

export interface LeadRow {
  id: string;
  affiliate: string | null;
  status: LeadStatus;
  submitted: Day;
  /** As text that sorts like the column. */
  createdAt: string;
  lostOn: Day | null;
  /** Whether a search for the word finds it. */
  needle: boolean;
}

export interface DealRow {
  id: string;
  affiliate: string | null;
  close: Day;
  money: Money;
  /** Current worth, or the worth until its end. */
  worth: Money;
  needle: boolean;
  isUnpaid: (today: Day) => boolean;
}

export interface CommissionRow {
  kind: "deal" | "payment";
  id: string;
  affiliate: string | null;
  due: Day;
  paidOn: Day | null;
  receipt: boolean;
  money: Money;
}

let seed = 11;
/** Returns a number below `most`, the same in every run. */
export function dice(most: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % most;
}

const currencies = ["EUR", "USD"];
const statuses: LeadStatus[] = ["new", "contacted", "qualified", "lost", "converted", "converted"];

export class PeriodWorld {
  readonly leads: LeadRow[] = [];
  readonly deals: DealRow[] = [];
  readonly commissions: CommissionRow[] = [];

  constructor(
    private readonly pool: pg.Pool,
    private readonly org: Org,
    private readonly zone: string,
  ) {}

  async fill(count: number, affiliates: (string | null)[]): Promise<void> {
    for (let index = 0; index < count; index++) await this.addLead(affiliates[dice(affiliates.length)]!);
  }

  private async addLead(affiliate: string | null): Promise<void> {
    const submitted = addDays(day("2026-08-25"), dice(110));
    const status = statuses[dice(statuses.length)]!;
    const needle = dice(3) === 0;
    const { id, created_at: createdAt } = await this.insert(
      "lead",
      {
        affiliate_id: affiliate,
        company_name: needle ? "Needle" : "Hay",
        contact_person: "b",
        email: "c@example.com",
        status: status === "lost" ? "new" : status,
        created_at: this.moment(submitted),
      },
      "to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') as created_at",
    );
    const lostOn = status === "lost" ? addDays(submitted, dice(30)) : null;
    if (lostOn) {
      await this.pool.query("update lead set status = 'lost' where id = $1", [id]);
      await this.insert("lead_status_change", {
        lead_id: id,
        affiliate_id: affiliate,
        from_status: "new",
        to_status: "lost",
        actor: "operator",
        created_at: this.moment(lostOn),
      });
    }
    this.leads.push({ id, affiliate, status, submitted, createdAt: createdAt!, lostOn, needle });
    if (status === "converted") await this.addDeal({ id, affiliate, submitted, needle });
  }

  private async addDeal(lead: { id: string; affiliate: string | null; submitted: Day; needle: boolean }) {
    const { affiliate, needle } = lead;
    const close = addDays(lead.submitted, dice(40));
    const currency = currencies[dice(2)]!;
    const money = { amount: 1 + dice(1_000_000), currency };
    const monthly = affiliate !== null && dice(3) === 0;
    const commission = monthly || affiliate === null ? 0 : 1 + dice(90_000);
    const ended = dice(3) === 0;
    const worth = !ended ? money.amount : monthly && dice(2) === 0 ? dice(money.amount + 1) : 0;
    const paid = this.maybePaid(monthly || affiliate === null ? null : close);
    const { id } = await this.insert("deal", {
      lead_id: lead.id,
      affiliate_id: affiliate,
      title: "d",
      amount: money.amount,
      currency,
      deal_type: monthly ? "recurring" : "one-time",
      close_date: close,
      commission_amount: commission,
      commission_currency: currency,
      commission_trace: "{}",
      commission_paid: paid.on !== null,
      payment_date: paid.on,
      receipt_url: paid.receipt,
      // With a reason that keeps every commission.
      ...(ended && { ended_on: close, end_reason: "our_fault", ended_amount: worth }),
      ...(monthly && {
        mrr: money.amount,
        contract_duration_months: 3,
        contract_start_date: close,
        contract_end_date: addDays(close, 92),
      }),
    });
    const own: CommissionRow[] = [];
    if (commission > 0) {
      own.push({
        kind: "deal",
        id,
        affiliate,
        due: close,
        paidOn: paid.on,
        receipt: paid.receipt !== null,
        money: { amount: commission, currency },
      });
    }
    for (const after of monthly ? [0, 30, 61] : []) {
      const due = addDays(close, after);
      const { on: paidOn, receipt } = this.maybePaid(due);
      const amount = 1 + dice(9_000);
      const payment = await this.insert("commission_payment", {
        deal_id: id,
        affiliate_id: affiliate,
        amount,
        currency,
        period_start: due,
        status: paidOn ? "paid" : "pending",
        paid_date: paidOn,
        receipt_url: receipt,
      });
      own.push({
        kind: "payment",
        id: payment.id,
        affiliate,
        due,
        paidOn,
        receipt: receipt !== null,
        money: { amount, currency },
      });
    }
    this.commissions.push(...own);
    const isUnpaid = (today: Day) => own.some(({ due, paidOn }) => !paidOn && due <= today);
    this.deals.push({ id, affiliate, close, money, worth: { ...money, amount: worth }, needle, isUnpaid });
  }

  private maybePaid(from: Day | null): { on: Day | null; receipt: string | null } {
    if (!from || dice(2) === 0) return { on: null, receipt: null };
    return { on: addDays(from, dice(50)), receipt: dice(2) === 0 ? "https://receipts.example/1" : null };
  }

  /** Returns a time at one end of the day or the other. */
  private moment(of: Day): string {
    return `${of} ${dice(2) === 0 ? "00:00:00" : "23:59:59.999"} ${this.zone}`;
  }

  private async insert(table: string, columns: Record<string, unknown>, returning?: string) {
    const names = Object.keys(columns);
    const { rows } = await this.pool.query<{ id: string; created_at?: string }>(
      `insert into ${table} (org_id, id, ${names.join(", ")})
       values ($1, gen_random_uuid(), ${names.map((_, index) => `$${index + 2}`).join(", ")})
       returning id${returning ? `, ${returning}` : ""}`,
      [this.org.orgId, ...Object.values(columns)],
    );
    return rows[0]!;
  }
}
