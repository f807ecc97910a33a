import ChevronRight from "lucide-react/icons/chevron-right";
import { useTranslation } from "react-i18next";

const terms = ["compared", "leads", "conversion", "times", "volume", "paid", "owed", "planned", "days"] as const;

/** Explains how each figure is counted, in the terms of read-figures.server.ts. */
export function Definitions() {
  const { t } = useTranslation("reports");
  return (
    <details data-print="hide" className="group rounded-lg border bg-surface px-4 py-1 md:px-6">
      <summary className="flex min-h-11 cursor-pointer items-center gap-1 font-medium">
        <ChevronRight aria-hidden className="size-4 transition-transform duration-150 group-open:rotate-90" />

        {t("definitions.title")}
      </summary>
      <dl className="grid gap-x-8 gap-y-3 pb-4 md:grid-cols-2">
        {terms.map((term) => (
          <div key={term}>
            <dt className="font-medium">{t(`definitions.${term}`)}</dt>
            <dd className="max-w-prose text-muted">{t(`definitions.${term}_text`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
