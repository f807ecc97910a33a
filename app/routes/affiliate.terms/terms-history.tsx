import { useTranslation } from "react-i18next";
import { Table } from "~/components/ui/table";
import type { TermView } from "~/domain/terms/list-terms.server";
import { useTermWords } from "./term-words";

/** Returns the percentage; for tiered terms the lowest and the highest. */
const shareOf = ({ percent, lowest, highest }: ReturnType<ReturnType<typeof useTermWords>>) =>
  percent ?? (lowest ? `${lowest} – ${highest}` : "–");

/** Earlier versions of the terms, newest first; deals they priced keep their commission. */
export function TermsHistory({ terms }: { terms: readonly TermView[] }) {
  const { t } = useTranslation("portal");
  const words = useTermWords();
  return (
    <div>
      <h2 className="text-base font-semibold">{t("terms.history")}</h2>
      <p className="mt-1 mb-3 max-w-prose text-muted">{t("terms.history_text")}</p>
      <Table
        caption={t("terms.history")}
        rows={terms}
        rowKey={(term) => term.id}
        columns={[
          { id: "start", header: t("terms.fields.start"), primary: true, cell: (term) => words(term).start },
          { id: "model", header: t("terms.fields.model"), cell: (term) => words(term).model },
          {
            id: "rev_share",
            header: t("terms.fields.rev_share"),
            align: "end",
            cell: (term) => shareOf(words(term)),
          },
          {
            id: "fixed",
            header: t("terms.fields.fixed"),
            align: "end",
            cell: (term) => words(term).fixed ?? "–",
          },
          { id: "cadence", header: t("terms.fields.cadence"), cell: (term) => words(term).cadence },
        ]}
      />
    </div>
  );
}
