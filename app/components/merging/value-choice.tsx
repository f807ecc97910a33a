import "./merging-texts";
import { useTranslation } from "react-i18next";
import type { FieldBaseProps } from "~/components/forms/field-meta";
import { RadioCardsField } from "~/components/forms/radio-cards-field";
import { sides, type Side } from "~/domain/shared/merge-sides";

export type ValueChoiceProps = FieldBaseProps & {
  /** What is merged. */
  of: "merge" | "affiliate";
  /** The value of each, in words; null for none. */
  values: Record<Side, string | null>;
};

/** Which of two values stays when two records are merged. */
export function ValueChoice({ of, values, ...props }: ValueChoiceProps) {
  const { t } = useTranslation("merging");
  const origin = (side: Side) => {
    if (values[side] === null) return t(side === "kept" ? `${of}.empty_stays` : `${of}.empty_goes`);
    return t(side === "kept" ? `${of}.from_stays` : `${of}.from_goes`);
  };
  return (
    <RadioCardsField
      {...props}
      options={sides.map((value) => ({
        value,
        label: values[value] ?? t("merge.empty"),
        description: origin(value),
      }))}
    />
  );
}
