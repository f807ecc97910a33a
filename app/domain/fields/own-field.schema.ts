import { z } from "zod";
import { DEFAULT_CURRENCY, MAX_CURRENCY_LENGTH, readCurrency } from "../shared/currency";
import { boundedText, formVersion, MAX_ENTRY_LENGTH, optionalText, recordId, requiredText } from "../shared/fields";
import { audiences, MAX_OPTIONS, ownEntities, ownKinds, type OwnField } from "./own-field";

const MAX_LABEL = 60;
const MAX_OPTION_LABEL = 80;
const MAX_PURPOSE = 300;

const label = requiredText("own_label_required", MAX_LABEL);
const purpose = requiredText("own_purpose_required", MAX_PURPOSE);
/** A check box. */
const checked = z
  .literal("yes")
  .optional()
  .transform((value) => value === "yes");

/** New choices, one per line. */
const choices = optionalText(MAX_OPTIONS * (MAX_OPTION_LABEL + 1)).transform((text, context) => {
  const labels = (text ?? "").split("\n").flatMap((line) => line.trim() || []);
  const fail = (message: string) => context.addIssue({ code: "custom", message });
  if (labels.length > MAX_OPTIONS) fail(`own_choices_limit|${JSON.stringify({ max: MAX_OPTIONS })}`);
  else if (labels.some((one) => one.length > MAX_OPTION_LABEL))
    fail(`too_long|${JSON.stringify({ max: MAX_OPTION_LABEL })}`);
  else if (new Set(labels.map((one) => one.toLowerCase())).size < labels.length) fail("own_choices_twice");
  return labels;
});

const currency = boundedText(MAX_ENTRY_LENGTH)
  .default(DEFAULT_CURRENCY)
  .transform(readCurrency)
  .refine((code) => code.length <= MAX_CURRENCY_LENGTH, `too_long|${JSON.stringify({ max: MAX_CURRENCY_LENGTH })}`);

/** Schema of the form that adds a field. */
export const addOwnFieldSchema = z
  .object({
    entity: z.enum(ownEntities, "own_choice_invalid"),
    kind: z.enum(ownKinds, "own_kind_required"),
    label,
    audience: z.enum(audiences, "own_audience_required"),
    is_required: checked,
    purpose,
    choices,
    currency,
  })
  .superRefine(({ kind, choices }, context) => {
    if (kind === "choice" && choices.length === 0)
      context.addIssue({ code: "custom", message: "own_choices_required", path: ["choices"] });
  });

export type NewOwnField = z.output<typeof addOwnFieldSchema>;

/** Returns the name of the form field with the label of a choice; empty removes the choice. */
export const optionName = (key: string) => `option_${key}`;

export interface EditedOwnField {
  id: string;
  label: string;
  isRequired: boolean;
  purpose: string;
  /** Labels of the choices by key; empty for removed ones. */
  labels: Record<string, string>;
  /** Labels of new choices. */
  added: string[];
  version: string | undefined;
}

/** Schema of the form that edits a field. Kind, audience and currency never change. */
export function editOwnFieldSchema({ options }: Pick<OwnField, "options">) {
  const optionLabel = optionalText(MAX_OPTION_LABEL).transform((text) => text ?? "");
  const shape = Object.fromEntries(options.map(({ key }) => [optionName(key), optionLabel]));
  return z
    .object({ ...shape, field_id: recordId, label, is_required: checked, purpose, choices, version: formVersion })
    .transform((input): EditedOwnField => {
      const labels = input as unknown as Record<string, string>;
      return {
        id: input.field_id,
        label: input.label,
        isRequired: input.is_required,
        purpose: input.purpose,
        labels: Object.fromEntries(options.map(({ key }) => [key, labels[optionName(key)] ?? ""])),
        added: input.choices,
        version: input.version,
      };
    });
}
