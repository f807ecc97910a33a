import { countrySpecs, isValidIBAN } from "ibantools";

const BEGINNING = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}/g;

/**
 * Replaces each account number (IBAN) in a text by "…" and its last four characters (PAY-02). Reasons and notes go to
 * the audit log, and some to webhooks.
 */
export function withoutAccounts(text: string): string {
  let shown = "";
  let from = 0;
  for (const { index } of text.matchAll(BEGINNING)) {
    if (index < from) continue;
    const end = endOfAccount(text, index);
    if (end === null) continue;
    const account = text.slice(index, end).replace(/[^A-Za-z0-9]/g, "");
    shown += `${text.slice(from, index)}…${account.slice(-4)}`;
    from = end;
  }
  return shown + text.slice(from);
}

/** Returns where the account number that begins at a position ends; null if none does. It may be written in groups. */
function endOfAccount(text: string, start: number): number | null {
  const length = countrySpecs[text.slice(start, start + 2).toUpperCase()]?.chars ?? 0;
  let account = "";
  let at = start;
  for (; at < text.length && account.length < length; at++) {
    const sign = text[at]!;
    if (/[A-Za-z0-9]/.test(sign)) account += sign;
    else if (!/[\s.-]/.test(sign)) return null;
  }
  return isValidIBAN(account.toUpperCase()) ? at : null;
}
