import "./merging-texts";
import { useTranslation } from "react-i18next";
import type { LeadHoldings } from "~/domain/leads/count-holdings.server";

const parts = ["deals", "notes", "messages", "files"] as const satisfies (keyof LeadHoldings)[];

/** Returns what refers to a lead, in words. */
export function useHoldings(): (holdings: LeadHoldings) => string[] {
  const { t } = useTranslation("merging");
  return (holdings) =>
    parts.flatMap((part) => (holdings[part] > 0 ? [t(`holds.${part}`, { count: holdings[part] })] : []));
}
