import { resolveSharedSymbol, sharedBy } from "../shared/currency";
import { DomainError } from "../shared/errors";
import { fractionDigits } from "../shared/money";
import type { DealContract } from "./deal.schema";

export type Settled<T> = { contract: T; refused: null } | { contract: null; refused: DomainError };

/**
 * Resolves an ambiguous currency such as "$" to the organization's default currency. Returns `currency_unclear` if the
 * default currency does not have that name, and `amount_invalid_whole` if the amount has decimals that the resolved
 * currency does not have.
 * @param home the organization's default currency.
 */
export function resolveCurrency<T extends DealContract>(input: T, home: string): Settled<T> {
  const choices = sharedBy(input.currency);
  if (!choices) return { contract: input, refused: null };
  const currency = resolveSharedSymbol(input.currency, home);
  if (!currency) {
    const params = { currency: input.currency, choices: choices.join(", ") };
    return { contract: null, refused: new DomainError("currency_unclear", params, "currency") };
  }
  // The amounts were parsed with the number of decimals of the ambiguous name.
  const factor = 10 ** (fractionDigits(input.currency) - fractionDigits(currency));
  const { recurring } = input;
  if ((recurring?.mrr ?? input.amount) % factor !== 0) {
    const refused = new DomainError("amount_invalid_whole", { currency }, recurring ? "mrr" : "amount");
    return { contract: null, refused };
  }
  const contract = {
    ...input,
    currency,
    amount: input.amount / factor,
    recurring: recurring && { ...recurring, mrr: recurring.mrr / factor },
  };
  return { contract, refused: null };
}

/** Resolves the currency for use cases; see {@link resolveCurrency}. Throws its error. */
export function requireResolvedCurrency<T extends DealContract>(input: T, home: string): T {
  const { contract, refused } = resolveCurrency(input, home);
  if (refused) throw refused;
  return contract;
}
