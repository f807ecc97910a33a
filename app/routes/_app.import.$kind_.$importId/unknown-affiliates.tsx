import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { useFormat } from "~/browser/use-format";
import type { LoadedImport } from "./load.server";

/** Lists unknown affiliates that rows name, each once, and the options. */
export function UnknownAffiliates({ unknown }: Pick<LoadedImport, "unknown">) {
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  if (!unknown) return null;
  const { rows, more } = unknown;
  const names = unknown.names.join(", ");
  return (
    <Alert tone="warning" title={t("unknown.title", { count: rows, rows: number(rows) })}>
      <p className="wrap-anywhere">
        {more > 0 ? t("unknown.more", { names, count: more, number: number(more) }) : names}
      </p>
      <p className="mt-1">{t("unknown.next")}</p>
    </Alert>
  );
}
