import { useTranslation } from "react-i18next";
import { cut } from "~/domain/shared/damaged";
import type { ImportRowView } from "~/domain/imports/list-import-rows.server";
import { errorText } from "~/i18n/error-text";

/** Shows why a row is not created: the column, its text, and the problem. */
export function RowProblems({ row }: { row: ImportRowView }) {
  const { t } = useTranslation(["errors", "imports"]);
  return (
    <ul className="space-y-1">
      {row.problems.map(({ field, reason }) => {
        const value = field && row.values[field]?.trim();
        return (
          <li key={`${field} ${reason}`} className="wrap-anywhere">
            {field && <span className="font-medium">{t(`imports:fields.${field}`)}: </span>}
            {value && (
              <>
                <q className="line-clamp-2 inline">{value.length > 100 ? `${cut(value, 100)}…` : value}</q>{" "}
              </>
            )}
            <span className="text-muted">{errorText(t, reason)}</span>
          </li>
        );
      })}
    </ul>
  );
}
