import { createContext, useContext } from "react";

const MoneyLocaleContext = createContext<string | undefined>(undefined);

/** How the reader's browser writes numbers, found out by the server so that both write the same. */
export const MoneyLocaleProvider = MoneyLocaleContext.Provider;

export function useMoneyLocale(): string | undefined {
  return useContext(MoneyLocaleContext);
}
