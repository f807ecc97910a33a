import { useTranslation } from "react-i18next";
import { useFieldLabel } from "~/components/imports/use-field-label";
import { Alert } from "~/components/ui/alert";
import { errorText } from "~/i18n/error-text";
import { columnsLeftOut } from "~/domain/imports/import-run";
import { useFormat } from "~/browser/use-format";
import type { LoadedImport } from "./load.server";

/** Lists ignored parts of valid rows: columns without a field, and meaningless cells. */
export function LeftOut({ header, columns, fields, remarks }: LoadedImport) {
  const { t, i18n } = useTranslation(["imports", "errors"]);
  const { number } = useFormat();
  const labelOf = useFieldLabel(fields);
  const left = columnsLeftOut(header, columns);
  if (left.length === 0 && remarks.length === 0) return null;
  const list = new Intl.ListFormat(i18n.language, { type: "conjunction" });
  return (
    <Alert title={t("left_out.title")}>
      <ul className="space-y-1 wrap-anywhere">
        {left.length > 0 && <li>{t("left_out.columns", { count: left.length, columns: list.format(left) })}</li>}
        {remarks.map(({ field, reason, rows }) => (
          <li key={`${field} ${reason}`}>
            {t("left_out.rows", { count: rows, rows: number(rows), field: field ? labelOf(field) : "" })}{" "}
            {errorText(t, `errors:${reason}`)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
