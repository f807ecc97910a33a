import { useTranslation } from "react-i18next";
import type { SkippedAffiliate } from "~/domain/affiliates/affiliate-batch";
import "./batch-texts";

/** Maximum number of names; above it, only the number is shown. */
const MAX_NAMED = 6;

type SkippedListProps = { title: string; skipped: readonly SkippedAffiliate[] };

/** Names the selected affiliates whom an action will leave as they are, each with the reason. */
export function SkippedList({ title, skipped }: SkippedListProps) {
  const { t } = useTranslation("batches");
  if (skipped.length === 0) return null;
  const named = skipped.filter(({ name }) => name !== null).slice(0, MAX_NAMED);
  const more = skipped.length - named.length;
  return (
    <div className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">
      <p className="font-medium">{title}</p>
      <ul>
        {named.map(({ name, code }, index) => (
          <li key={`${name} ${index}`}>
            {name} <span className="text-muted">– {t(`affiliates.because.${code}`, { count: 1 })}</span>
          </li>
        ))}
        {more > 0 && <li className="text-muted">{t("affiliates.more", { count: more })}</li>}
      </ul>
    </div>
  );
}
