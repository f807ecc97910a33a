import { useTranslation } from "react-i18next";
import { grouped } from "~/domain/shared/grouped";
import type { SkippedAffiliate } from "~/domain/affiliates/affiliate-batch";
import "./batch-texts";

/** Maximum number of names for one reason; above it, only the number is shown. */
const MAX_NAMED = 3;

type SkippedListProps = { title: string; skipped: readonly SkippedAffiliate[] };

/** Says why an action will leave some of the selected affiliates as they are, with their names if they are few. */
export function SkippedList({ title, skipped }: SkippedListProps) {
  const { t, i18n } = useTranslation("batches");
  if (skipped.length === 0) return null;
  const list = new Intl.ListFormat(i18n.language, { type: "conjunction" });
  return (
    <div className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">
      <p className="font-medium">{title}</p>
      <ul>
        {[...grouped(skipped, ({ code }) => code)].map(([code, own]) => {
          const names = own.flatMap(({ name }) => name ?? []);
          const isNamed = names.length > 0 && names.length <= MAX_NAMED;
          return (
            <li key={code}>
              {isNamed ? list.format(names) : t("affiliates.several", { count: own.length })}{" "}
              <span className="text-muted">– {t(`affiliates.because.${code}`, { count: own.length })}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
