import type { DocumentParty } from "../documents/document";
import { readPeople } from "../identity/read-people.server";
import { dayFromDate } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { columnsOf } from "../shared/field-list";
import { sum } from "../shared/money";
import type { Scope } from "../shared/scope";
import { readAccountRows } from "./payee-account.server";
import { payeeFields, type PayeeRecord } from "./payee.schema";
import { hasAddress } from "./payer";
import { readPayerProfile, type PayerProfile } from "./payer.server";
import type { PaidLine } from "./build-documents";
import type { ProposedPayout, TaxedLine } from "./plan-run";
import { isUnpaidReason } from "./plan-statements";
import { readPlannedLines, readStatementLines } from "./statement-lines.server";
import type { Statement } from "./statement";
import type { PayoutRun } from "#prisma";

/** A statement without its number, and the account that it is paid to. */
export interface BuiltStatement {
  affiliateId: string;
  accountId: string | null;
  statement: Omit<Statement, "number">;
  /** The lines of the statement, for its credit note. */
  paid: readonly PaidLine[];
  taxed: readonly TaxedLine[];
}

/** Language of a statement if neither the affiliate nor the organization has chosen one. */
const USUAL_LANGUAGE = "de";

/**
 * Builds the statements of a run (PAY-07) from what is stored now: of its payouts, or those that pay nothing, which
 * need no address. Throws `payer_incomplete`, `run_changed` (a line has changed since the plan was made),
 * `run_not_ready` if an affiliate's address is missing.
 */
export async function buildStatements(
  scope: Scope,
  run: Pick<PayoutRun, "currency" | "until">,
  proposals: readonly ProposedPayout[],
  { isPaid }: { isPaid: boolean },
): Promise<BuiltStatement[]> {
  const affiliateIds = proposals.map(({ affiliateId }) => affiliateId);
  const { currency } = run;
  const until = dayFromDate(run.until);
  const payer = partyOf((await readPayerProfile(scope)).record);
  if (!payer) throw new DomainError("payer_incomplete");
  const lines = await readStatementLines(
    scope,
    proposals.flatMap((one) => one.lines),
  );
  const planned = await readPlannedLines(scope, { currency, until, affiliateIds });
  const payees = await readParties(scope, affiliateIds);
  const accounts = await readAccountRows(scope, affiliateIds);
  const languages = await readLanguages(scope, affiliateIds);
  const issuedOn = await scope.today();
  return proposals.map(({ affiliateId, name, basis, reason, lines: taxed, vat, net, vatTotal, gross }) => {
    const payee = payees.get(affiliateId) ?? (isPaid ? null : { ...noAddress, name, country: payer.country });
    if (!payee) throw new DomainError("run_not_ready");
    const account = isPaid ? accounts.get(affiliateId)?.current : null;
    const paid = lines.get(affiliateId) ?? [];
    const own = paid.map(({ line }) => line);
    if (sum(own.map(({ amount }) => amount)) !== net) throw new DomainError("run_changed");
    return {
      affiliateId,
      accountId: account?.id ?? null,
      paid,
      taxed,
      statement: {
        ...(!isPaid && isUnpaidReason(reason) && { unpaid: reason }),
        issuedOn,
        until,
        language: languages.get(affiliateId) ?? USUAL_LANGUAGE,
        currency,
        basis,
        payer,
        payee,
        account: account ? { holder: account.holder, country: account.ibanCountry, end: account.ibanEnd } : null,
        lines: own,
        vat,
        net,
        vatTotal,
        gross,
        planned: planned.get(affiliateId) ?? [],
      },
    };
  });
}

/** The address of an affiliate who has not entered one. */
const noAddress = {
  company: null,
  street: "",
  houseNumber: null,
  postalCode: "",
  town: "",
  vatId: null,
  taxNumber: null,
};

/** Returns null if name or address is missing. */
function partyOf(record: PayerProfile["record"] & Partial<Pick<PayeeRecord, "company">>): DocumentParty | null {
  if (!hasAddress(record)) return null;
  const { legalName, street, postalCode, town, country, houseNumber, vatId, taxNumber, company = null } = record;
  return { name: legalName, company, street, houseNumber, postalCode, town, country, vatId, taxNumber };
}

async function readParties(scope: Scope, ids: readonly string[]): Promise<Map<string, DocumentParty>> {
  const records = await scope.db.payeeProfile.findMany({
    where: { affiliateId: { in: [...ids] } },
    select: { affiliateId: true, ...columnsOf(payeeFields) },
  });
  return new Map(
    records.flatMap((record) => {
      const party = partyOf(record);
      return party ? [[record.affiliateId, party]] : [];
    }),
  );
}

async function readLanguages(scope: Scope, ids: readonly string[]): Promise<Map<string, string | null>> {
  const affiliates = await scope.db.affiliate.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, language: true, membership: { select: { userId: true } } },
  });
  const people = await readPeople(
    scope,
    affiliates.map(({ membership }) => membership.userId),
  );
  return new Map(
    affiliates.map(({ id, language, membership }) => [id, people.get(membership.userId)?.language ?? language]),
  );
}
