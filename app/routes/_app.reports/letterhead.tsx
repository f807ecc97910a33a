import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import type { Day } from "~/domain/shared/dates";
import "./letterhead.css";
import "./report-texts";

export type Sender = { lines: readonly string[]; vatId: string | null };

/** The head of the printed report: the organization with its address, and the day. Not shown on screens. */
export function Letterhead({ sender, today }: { sender: Sender; today: Day }) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const [name, ...address] = sender.lines;
  return (
    <div className="hidden justify-between gap-8 border-b pb-4 print:flex">
      <div>
        <p className="text-base font-semibold">{name}</p>
        {address.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {sender.vatId && <p className="mt-1 text-muted">{t("print.vat", { id: sender.vatId })}</p>}
      </div>
      <p className="text-muted">{t("print.on", { day: format.day(today) })}</p>
    </div>
  );
}
