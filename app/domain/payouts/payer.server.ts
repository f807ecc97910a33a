import type { Prisma } from "#prisma";
import { recordAudit } from "../audit/record-audit.server";
import { fingerprint, rejectConflicts } from "../shared/edit-conflict.server";
import { columnsOf, differing, pick, toValues, type RecordOf } from "../shared/field-list";
import { lockOrganization } from "../shared/lock-organization.server";
import { fromDatabase, toDatabase } from "../shared/money";
import { requireOwner, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";
import { momentAfter, type PayerAccountView, type PayoutCadence, type PayoutRhythm } from "./payer";
import {
  patternsFromDatabase,
  ratesFromDatabase,
  ratesToDatabase,
  ratesToText,
  usualVatRates,
  type NumberPatterns,
  type VatRate,
  patternFields,
} from "./payer-settings";
import type { PayerInput } from "./payer.schema";
import { addressFields } from "./payee.schema";
import { noPayee } from "./save-payee.server";

/** What affiliates may know of who pays them. */
export interface PayerProfile {
  record: RecordOf<typeof addressFields>;
  cadence: PayoutCadence | null;
  payDay: number | null;
  /** Minor units of the organization's currency. */
  minimumAmount: number;
}

/** How the organization numbers, taxes and approves payouts; hidden from affiliates. */
export interface PayerSettings {
  /** Patterns of document numbers by series. */
  numbers: NumberPatterns;
  /** Those the organization has entered, or those of its country; the earliest first. */
  vatRates: readonly VatRate[];
  /** Whether the bank books a payout run as one sum. */
  batchBooking: boolean;
  /** Whether a member other than its creator has to approve a payout run. */
  secondApprover: boolean;
  /** The first line of the organization's template of Wise; null if none was uploaded. */
  wiseTitles: string | null;
}

/** The organization as a payer. */
export interface Payer extends PayerProfile, PayerSettings {
  /** The account from which it pays; null if none was entered. */
  account: PayerAccountView | null;
}

const latest = [{ createdAt: "desc" }, { id: "desc" }] satisfies Prisma.PayerProfileOrderByWithRelationInput[];
/** Query of the time of the latest row. */
export const dateOfLatest = { orderBy: latest, select: { createdAt: true } } as const;

/** Reads name, address and rhythm of the payer; empty if nothing was entered. Affiliates may read it too. */
export async function readPayerProfile(scope: Scope): Promise<PayerProfile> {
  const row = await scope.db.payerProfile.findFirst({
    orderBy: latest,
    select: { ...columnsOf(addressFields), cadence: true, payDay: true, minimumAmount: true },
  });
  return {
    record: row ? pick(addressFields, row) : pick(addressFields, noPayee),
    cadence: (row?.cadence ?? null) as PayoutCadence | null,
    payDay: row?.payDay ?? null,
    minimumAmount: fromDatabase(row?.minimumAmount ?? 0n),
  };
}

/** The settings as stored, with the rates that the organization has entered itself; null for those of its country. */
interface StoredSettings extends Omit<PayerSettings, "vatRates"> {
  ownRates: VatRate[] | null;
}

async function readStoredSettings(scope: Scope): Promise<StoredSettings> {
  const row = await scope.db.payerSetting.findFirst({ orderBy: latest });
  return {
    numbers: patternsFromDatabase(row?.numberPatterns ?? {}),
    ownRates: ratesFromDatabase(row?.vatRates ?? null),
    batchBooking: row?.batchBooking ?? true,
    secondApprover: row?.secondApprover ?? false,
    wiseTitles: row?.wiseTitles ?? null,
  };
}

/** Reads the organization as a payer (PAY-03); empty if nothing was entered. Throws `forbidden`. */
export async function readPayer(scope: Scope): Promise<Payer> {
  requireStaff(scope);
  const profile = await readPayerProfile(scope);
  const { ownRates, ...settings } = await readStoredSettings(scope);
  const account = await scope.db.payerAccount.findFirst({
    orderBy: latest,
    select: { holder: true, ibanCountry: true, ibanEnd: true },
  });
  return {
    ...profile,
    ...settings,
    vatRates: ownRates ?? usualVatRates(profile.record.country),
    account: account && { holder: account.holder, country: account.ibanCountry, end: account.ibanEnd },
  };
}

/** The whole account from which the organization pays. */
export interface PayerAccount {
  holder: string;
  iban: string;
  bic: string | null;
}

/**
 * Reads the account from which the organization pays, decrypted, to write a bank file; null if none was entered. The
 * number must not be shown or logged. Throws `forbidden`.
 */
export async function readPayerAccount(scope: Scope): Promise<PayerAccount | null> {
  requireStaff(scope);
  const row = await scope.db.payerAccount.findFirst({ orderBy: latest });
  if (!row) return null;
  const holder = row.holder ?? (await readPayerProfile(scope)).record.legalName ?? (await scope.organization()).name;
  return { holder, iban: scope.bankData.open(row.ibanSealed, row.keyId), bic: row.bic };
}

/** Returns when the organization pays; null if it has not entered that. */
export async function readRhythm(scope: Scope): Promise<PayoutRhythm | null> {
  const { cadence, payDay, minimumAmount } = await readPayerProfile(scope);
  return cadence && { cadence, payDay, minimumAmount };
}

type Editable = PayerProfile & Pick<PayerSettings, "numbers" | "vatRates" | "batchBooking">;

const profileValues = ({ record, cadence, payDay, minimumAmount }: PayerProfile, currency: string) => ({
  ...toValues(addressFields, record),
  cadence,
  pay_day: payDay,
  minimum_amount: { amount: minimumAmount, currency },
});

const settingValues = ({ numbers, vatRates, batchBooking }: Editable) => ({
  ...patternFields((series) => numbers[series]),
  vat_rates: ratesToText(vatRates),
  booking: batchBooking ? "one" : "each",
});

/** Returns the values that the form shows. */
const valuesOf = (payer: Editable, currency: string) => ({
  ...profileValues(payer, currency),
  ...settingValues(payer),
});

/** Returns the `version` of a form that is filled with this payer. */
export const payerVersion = (payer: Editable, currency: string): string => fingerprint(valuesOf(payer, currency));

/** Locks what is saved of the payer, so that of two concurrent changes the second is compared with the first. */
export async function lockPayer(scope: Scope): Promise<void> {
  requireOwner(scope);
  await lockOrganization(scope);
}

/**
 * Changes the organization as a payer: new rows, so that the ones before stay known. Rates that are those of the
 * country are not stored, so that they follow it. Throws `changed_meanwhile`, and `forbidden` for all but owners.
 */
export async function savePayer(scope: Scope, input: PayerInput): Promise<void> {
  await lockPayer(scope);
  const { defaultCurrency } = await scope.organization();
  const before = await readPayer(scope);
  const stored = await readStoredSettings(scope);
  const record = pick(addressFields, input);
  const ownRates = ratesToKeep(input.vatRates, stored.ownRates, before.vatRates, record.country);
  const wanted: Editable = { ...input, record, vatRates: ownRates ?? usualVatRates(record.country) };
  rejectConflicts(input.version, valuesOf(before, defaultCurrency), valuesOf(wanted, defaultCurrency));
  const texts = (payer: PayerProfile) => ({ ...profileValues(payer, ""), minimum_amount: payer.minimumAmount });
  const changed = [
    differing(texts(before), texts(wanted)),
    // Rates that follow the country are not settings.
    differing(
      settingValues({ ...before, vatRates: stored.ownRates ?? [] }),
      settingValues({ ...wanted, vatRates: ownRates ?? [] }),
    ),
  ] as const;
  if (changed[0].length > 0) {
    const { cadence, payDay } = input;
    const minimumAmount = toDatabase(input.minimumAmount);
    const id = timeOrderedId(scope.now.getTime());
    const createdAt = momentAfter(scope.now, await scope.db.payerProfile.findFirst(dateOfLatest));
    await scope.db.payerProfile.create({ data: { id, ...record, cadence, payDay, minimumAmount, createdAt } });
  }
  if (changed[1].length > 0) await addSettings(scope, { ...stored, ...input, ownRates });
  const fields = changed.flat();
  if (fields.length === 0) return;
  await recordAudit(scope, {
    action: "payer.save",
    entity: "organization",
    entityId: scope.orgId,
    data: { fields: fields.join(", ") },
  });
}

/** Returns the rates to store; null if they are those of the country, before or after the change. */
function ratesToKeep(
  entered: VatRate[],
  own: VatRate[] | null,
  shown: readonly VatRate[],
  country: string | null,
): VatRate[] | null {
  const isOf = (rates: readonly VatRate[]) => ratesToText(entered) === ratesToText(rates);
  if (entered.length === 0 || isOf(usualVatRates(country)) || (own === null && isOf(shown))) return null;
  return entered;
}

async function addSettings(scope: Scope, settings: StoredSettings): Promise<void> {
  const { numbers, ownRates, batchBooking, secondApprover, wiseTitles } = settings;
  await scope.db.payerSetting.create({
    data: {
      id: timeOrderedId(scope.now.getTime()),
      numberPatterns: numbers,
      ...(ownRates && { vatRates: ratesToDatabase(ownRates) }),
      batchBooking,
      secondApprover,
      wiseTitles,
      createdAt: momentAfter(scope.now, await scope.db.payerSetting.findFirst(dateOfLatest)),
    },
  });
}

/**
 * Sets whether a member other than its creator has to approve a payout run. Owners are told when it is no longer
 * needed. Throws `proof_required` (to switch it off), and `forbidden` for all but owners.
 */
export async function requireSecondApprover(scope: Scope, isRequired: boolean): Promise<void> {
  await lockPayer(scope);
  const stored = await readStoredSettings(scope);
  if (stored.secondApprover === isRequired) return;
  await addSettings(scope, { ...stored, secondApprover: isRequired });
  await recordAudit(scope, {
    action: isRequired ? "payer.require_approver" : "payer.release_approver",
    entity: "organization",
    entityId: scope.orgId,
  });
}

/**
 * Stores the titles of the organization's template of Wise (PAY-11), and returns whether they are new. The caller has
 * checked them. Throws `forbidden`.
 */
export async function setWiseTitles(scope: Scope, wiseTitles: string): Promise<boolean> {
  requireStaff(scope);
  await lockOrganization(scope);
  const stored = await readStoredSettings(scope);
  if (stored.wiseTitles === wiseTitles) return false;
  await addSettings(scope, { ...stored, wiseTitles });
  return true;
}
