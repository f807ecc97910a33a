import "./merging-texts";
import { useTranslation } from "react-i18next";

const parts = ["leads", "deals", "months", "notes", "messages", "files", "terms"] as const;

/** Returns what refers to a lead or an affiliate, in words. */
export function useHoldings(): (holdings: Partial<Record<(typeof parts)[number], number>>) => string[] {
  const { t } = useTranslation("merging");
  return (holdings) =>
    parts.flatMap((part) => {
      const count = holdings[part] ?? 0;
      return count > 0 ? [t(`holds.${part}`, { count })] : [];
    });
}
