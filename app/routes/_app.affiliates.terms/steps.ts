import { everyRowButton } from "~/components/terms/tier-rows";
import { affiliateList } from "~/paths/affiliate-view";
import { tierFields, MAX_TIERS } from "~/domain/terms/tiers";

/** Intents of the dialog: a look at what changes, and the confirmation. */
export const severalIntents: Record<string, "form"> = { ...everyRowButton("form"), preview: "form", save: "form" };

const rowFields = Array.from({ length: MAX_TIERS }, (_, index) => tierFields(index + 1)).flat();

/** The fields of the terms. They are in the URL while the preview is shown, which works without JavaScript too. */
export const ruleFields: readonly string[] = [
  "model",
  "rev_share_percent",
  "fixed_amount",
  "currency",
  "cadence",
  "due_when",
  "holding_days",
  "start_date",
  "tier_rows",
  ...rowFields,
];

const STEP = "step";

/** Returns the entered terms in a URL, and whether it shows the preview. */
export const enteredIn = (params: URLSearchParams) => ({
  isPreview: params.get(STEP) === "preview",
  entered: Object.fromEntries([...params].filter(([name]) => ruleFields.includes(name))),
});

/** Returns the query of the same dialog with these terms, at the preview or at the form. */
export function queryWith(search: string, entered: readonly (readonly [string, string])[], isPreview: boolean): string {
  const params = new URLSearchParams(search);
  for (const name of [STEP, ...ruleFields]) params.delete(name);
  for (const [name, value] of entered) if (ruleFields.includes(name)) params.set(name, value);
  if (isPreview) params.set(STEP, "preview");
  return `?${params}`;
}

/** Returns the path of the list behind the dialog, without the terms. */
export const listBehind = (search: string): string => affiliateList(queryWith(search, [], false));
