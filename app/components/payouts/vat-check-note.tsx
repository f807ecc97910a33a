import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { Alert } from "~/components/ui/alert";
import type { Tone } from "~/components/ui/tone";
import type { VatCheckView } from "~/domain/payouts/check-vat.server";
import type { VatCheck, VatOutcome } from "~/domain/payouts/vat-check";
import { formatTime } from "~/domain/shared/dates";
import "~/components/payouts/payee-texts";

const tones: Record<VatOutcome, Tone> = { valid: "success", invalid: "warning", unavailable: "info" };

type VatCheckNoteProps = { check: VatCheckView; timeZone: string };

/** Result of VIES for the VAT id of an affiliate (PAY-01), the same for staff and in the portal. */
export function VatCheckNote({ check: { last }, timeZone }: VatCheckNoteProps) {
  const { t } = useTranslation("payouts");
  const words = useAnswerWords(timeZone);
  if (!last) return <p className="text-muted">{t("payee.vies.waiting")}</p>;
  const told = [last.name, last.address].filter(Boolean).join(", ");
  return (
    <Alert tone={tones[last.outcome]} title={words(last)}>
      {told && <p className="wrap-anywhere">{t("payee.vies.told", { told })}</p>}
      {last.requestId && <p className="wrap-anywhere">{t("payee.vies.request", { id: last.requestId })}</p>}
    </Alert>
  );
}

/** Returns a function that describes the result of VIES and its time. */
function useAnswerWords(timeZone: string) {
  const { t } = useTranslation("payouts");
  const { moment } = useFormat();
  return ({ outcome, checkedAt, againAt }: VatCheck): string => {
    const date = moment(checkedAt, timeZone);
    if (outcome !== "unavailable") return t(`payee.vies.${outcome}`, { date });
    if (!againAt) return t("payee.vies.unavailable", { date });
    const again = `${moment(againAt, timeZone)}, ${formatTime(new Date(againAt), timeZone)}`;
    return t("payee.vies.unavailable_again", { date, again });
  };
}
