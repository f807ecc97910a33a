import { useTranslation } from "react-i18next";
import type { CommissionTrace } from "~/domain/terms/pricing";
import { explanationLines } from "~/i18n/explanation-words";
import { useFormat } from "~/browser/use-format";

/** Explains a commission, a line per sentence (COM-07). Used inside a paragraph. */
export function CommissionExplanation({ trace }: { trace: CommissionTrace }) {
  const { t } = useTranslation("terms");
  const lines = explanationLines(t, useFormat(), trace);
  return lines.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
}
