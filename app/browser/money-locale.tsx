import { createContext, useContext } from "react";

const MoneyLocaleContext = createContext<string | undefined>(undefined);

/**
 * Provides the locale that the reader's browser uses for numbers. The server detects it, so that both write the same.
 */
export const MoneyLocaleProvider = MoneyLocaleContext.Provider;

export function useMoneyLocale(): string | undefined {
  return useContext(MoneyLocaleContext);
}
