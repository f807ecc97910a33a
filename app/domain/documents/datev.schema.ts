import { z } from "zod";
import { calendarDay } from "../shared/period";
import {
  boundedText,
  formVersion,
  MAX_ENTRY_LENGTH,
  optionalEntry,
  optionalText,
  requiredDay,
  requiredEntry,
} from "../shared/fields";
import { datevCharts, usualAccounts } from "./datev-settings";

const MAX_NAME = 50;

/** Reads a whole number; null for anything else. */
const wholeNumber = (text: string | null | undefined): number | null =>
  text && /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : null;

const entry = boundedText(MAX_ENTRY_LENGTH).default("");

/** Form of the numbers that the tax adviser gives. Without accounts, the usual ones of the chart count. */
export const datevSettingsSchema = z
  .object({
    adviser: requiredEntry("datev_adviser_invalid"),
    client: requiredEntry("datev_client_invalid"),
    fiscal_month: entry,
    account_length: entry,
    chart: z.enum(datevCharts, { error: "datev_chart_required" }),
    expense_account: optionalEntry,
    bank_account: optionalEntry,
    version: formVersion,
  })
  .transform((input, context) => {
    const fail = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    const between = (field: "adviser" | "client" | "fiscal_month" | "account_length", min: number, max: number) => {
      const number = wholeNumber(input[field]);
      if (number !== null && number >= min && number <= max) return number;
      fail(field, `datev_${field}_invalid`);
      return min;
    };
    const accountLength = between("account_length", 4, 8);
    const usual = usualAccounts(input.chart, accountLength);
    const account = (field: "expense_account" | "bank_account", otherwise: string) => {
      const text = input[field]?.trim() || otherwise;
      if (!new RegExp(`^\\d{${accountLength}}$`).test(text))
        fail(field, `datev_account_invalid|${JSON.stringify({ digits: accountLength })}`);
      return text;
    };
    return {
      adviser: between("adviser", 1001, 9_999_999),
      client: between("client", 1, 99_999),
      fiscalMonth: between("fiscal_month", 1, 12),
      accountLength,
      chart: input.chart,
      expenseAccount: account("expense_account", usual.expenseAccount),
      bankAccount: account("bank_account", usual.bankAccount),
      version: input.version,
    };
  });

export type DatevSettingsInput = z.output<typeof datevSettingsSchema>;

/** Form of an affiliate as a creditor. Whether the number has enough digits depends on the settings. */
export const creditorSchema = z
  .object({ creditor_number: optionalEntry, creditor_name: optionalText(MAX_NAME), version: formVersion })
  .transform((input, context) => {
    const number = wholeNumber(input.creditor_number);
    if (input.creditor_number && number === null)
      context.addIssue({ code: "custom", path: ["creditor_number"], message: "datev_creditor_digits" });
    return { number, name: input.creditor_name, version: input.version };
  });

export type CreditorInput = z.output<typeof creditorSchema>;

/** Files of a period for the tax adviser. */
export const datevFiles = ["bookings", "creditors", "documents"] as const;
export type DatevFileKind = (typeof datevFiles)[number];

/** Form that downloads one of them. */
export const loadDatevSchema = z
  .object({
    kind: z.enum(datevFiles, { error: "not_found" }),
    from: requiredDay("date_invalid"),
    to: requiredDay("date_invalid"),
  })
  .transform(({ kind, from, to }, context) => {
    const first = calendarDay(from);
    const last = calendarDay(to);
    if (!first || !last || first > last) context.addIssue({ code: "custom", path: ["to"], message: "date_invalid" });
    return { kind, period: { from, to } };
  });
