import type { Statement, StatementLine } from "~/domain/payouts/statement";
import { addDays, addMonths, day } from "~/domain/shared/dates";
import { percentOf, sum } from "~/domain/shared/money";
import { priceCommission, type PricingTerms } from "~/domain/terms/pricing";

const customers = ["Alpenglück Reisen GmbH", "Söderström AB", "Bäckerei Ährensache", "Café Amélie", "Ωmega Trading"];

const terms: PricingTerms = {
  id: "terms",
  version: 2,
  startDate: day("2025-11-01"),
  revShareBp: 1250,
  fixedAmount: null,
  tiers: null,
  currency: "EUR",
};

/** Returns a line of a statement. Every third line is a month, every fifth one knows the customer's payment. */
export function sampleLine(index: number, change: Partial<StatementLine> = {}): StatementLine {
  const isMonth = index % 3 === 0;
  const base = { amount: 10_000 + index * 137, currency: "EUR" };
  const per = isMonth ? "month" : "deal";
  const trace = priceCommission({ base, per, total: base.amount, year: 2026 }, terms);
  const period = isMonth ? addMonths(day("2026-01-01"), index % 2) : addDays(day("2026-01-05"), index % 20);
  const isPaid = index % 5 === 0;
  return {
    kind: isMonth ? "payment" : "deal",
    id: `line-${index}`,
    deal: `Website-Relaunch ${index + 1}`,
    company: customers[index % customers.length]!,
    period,
    due: period,
    invoiceNumber: isPaid ? `RE-2026-${index + 1}` : null,
    invoicedOn: isPaid ? period : null,
    customerPaidOn: isPaid ? addDays(period, 14) : null,
    customerPaid: isPaid ? base : null,
    trace,
    amount: trace.result.amount,
    reason: null,
    ...change,
  };
}

/** Returns a claim for a commission that was paid. */
export function sampleClaim(index: number): StatementLine {
  const line = sampleLine(index);
  return { ...line, kind: "claim", amount: -line.amount, reason: "cancelled_by_customer" };
}

/** Returns a statement of some lines, with 19 % VAT on their sum. */
export function sampleStatement(lines: StatementLine[], change: Partial<Statement> = {}): Statement {
  const net = sum(lines.map(({ amount }) => amount));
  const vat = percentOf(net, 1900);
  return {
    number: "PA-2026-0007",
    issuedOn: day("2026-03-02"),
    until: day("2026-02-28"),
    language: "de",
    currency: "EUR",
    basis: "own_invoice",
    payer: {
      name: "Nordlicht Media GmbH",
      company: null,
      street: "Speicherstraße",
      houseNumber: "12a",
      postalCode: "20457",
      town: "Hamburg",
      country: "DE",
      vatId: "DE811907980",
      taxNumber: null,
    },
    payee: {
      name: "Lena Bauer",
      company: "Bauer Empfehlungen",
      street: "Lindenallee",
      houseNumber: "7",
      postalCode: "04109",
      town: "Leipzig",
      country: "DE",
      vatId: "DE136695976",
      taxNumber: null,
    },
    account: { holder: "Lena Bauer", country: "DE", end: "3000" },
    lines,
    vat: lines.length > 0 ? [{ status: "regular", rateBp: 1900, net, vat }] : [],
    net,
    vatTotal: vat,
    gross: net + vat,
    planned: [],
    ...change,
  };
}
