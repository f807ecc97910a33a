import { isValidBIC, isValidIBAN } from "ibantools";
import { DomainError } from "../shared/errors";
import { toDecimal } from "../shared/money";
import { bankText, isBankName } from "./bank-text";
import { isSepa, needsBic } from "./countries";

// What a SEPA transfer needs, for the bank file and the payment code alike (EPC132-08, EPC069-12).

/** The only currency of SEPA transfers. */
const CURRENCY = "EUR";
const MAX_NAME = 70;
const MAX_REMITTANCE = 140;
/** 999,999,999.99 EUR. */
const MAX_CENTS = 99_999_999_999;

/** An account with its holder, as they wrote their name. */
export interface Account {
  name: string;
  /** Without spaces. */
  iban: string;
  /** Null if unknown, which is allowed within the European Economic Area. */
  bic: string | null;
}

/** A payment to one payee. */
export interface Payment {
  /** Minor units of the currency. */
  amount: number;
  currency: string;
  creditor: Account;
  /** What the payee reads on the statement of the account; may be empty. */
  remittance: string;
}

/**
 * Returns name, account number and BIC as a bank takes them. Throws `transfer_account`, `transfer_out_of_reach`,
 * `transfer_name` (no letter or digit that a bank accepts).
 */
export function checkAccount({ name, iban, bic }: Account): Account {
  if (!isValidIBAN(iban)) throw new DomainError("transfer_account", { name });
  const country = iban.slice(0, 2);
  if (!isSepa(country)) throw new DomainError("transfer_out_of_reach", { name });
  if (bic === null ? needsBic(country) : !isValidBIC(bic)) throw new DomainError("transfer_account", { name });
  const written = bankText(name, MAX_NAME);
  if (!isBankName(written)) throw new DomainError("transfer_name", { name });
  return { name: written, iban, bic };
}

/**
 * Returns the parts of a payment as a bank takes them, the amount in decimal notation: "1234.56". Throws
 * `transfer_currency` for all but euros, `transfer_amount` (below 0.01 or above 999,999,999.99), and what
 * {@link checkAccount} throws.
 */
export function checkPayment({ amount, currency, creditor, remittance }: Payment) {
  if (currency !== CURRENCY) throw new DomainError("transfer_currency", { currency });
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > MAX_CENTS)
    throw new DomainError("transfer_amount", { name: creditor.name });
  return {
    amount: toDecimal(amount, CURRENCY),
    creditor: checkAccount(creditor),
    remittance: bankText(remittance, MAX_REMITTANCE),
  };
}
