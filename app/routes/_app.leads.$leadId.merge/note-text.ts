import type { TFunction } from "i18next";
import { leadLabels } from "~/components/leads/lead-labels";
import type { LeftValues } from "~/domain/leads/merge-leads.server";

/** Returns the internal note of a merge: which lead it was, and its values that did not stay. */
export function noteText(t: TFunction, { company, values, affiliate }: LeftValues): string {
  const labels = leadLabels(t);
  const left = values.map(({ name, value }) => `${labels[name]}: ${value}`);
  return [
    t("merging:merge.note_text", { company }),
    ...(affiliate ? [t("merging:merge.note_credit", { affiliate })] : []),
    ...(left.length > 0 ? [t("merging:merge.note_left"), ...left] : []),
  ].join("\n");
}
