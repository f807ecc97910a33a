import { settledCurrency, sharedBy } from "../shared/currency";
import { DomainError } from "../shared/errors";
import { fractionDigits } from "../shared/money";
import type { DealContract } from "./deal.schema";

export type Settled<T> = { contract: T; refused: null } | { contract: null; refused: DomainError };

/**
 * Replaces an ambiguous currency such as "$" by the organisation's own dollar. Refuses with `currency_unclear` if
 * the organisation's default currency does not decide it, and with `amount_invalid_whole` if the amount has
 * decimals that the resulting currency does not have.
 *
 * @param home the organisation's default currency.
 */
export function settleCurrency<T extends DealContract>(input: T, home: string): Settled<T> {
  const choices = sharedBy(input.currency);
  if (!choices) return { contract: input, refused: null };
  const currency = settledCurrency(input.currency, home);
  if (!currency) {
    const params = { currency: input.currency, choices: choices.join(", ") };
    return { contract: null, refused: new DomainError("currency_unclear", params, "currency") };
  }
  // The amounts were read with the number of decimals of the ambiguous name.
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

/** {@link settleCurrency} for use cases. Throws its refusal. */
export function requireSettled<T extends DealContract>(input: T, home: string): T {
  const { contract, refused } = settleCurrency(input, home);
  if (refused) throw refused;
  return contract;
}
