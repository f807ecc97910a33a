import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { useAccountWords } from "~/components/payouts/account-section";
import { Card } from "~/components/ui/card";
import { DialogLink } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { dialogOnPage } from "~/paths/affiliate-view";
import type { PageProps } from "./page-props";

/** How the affiliate is paid, and what is missing for it (PAY-01). */
export function PagePayout({ page: { affiliate, payee, timeZone } }: PageProps) {
  const { t, i18n } = useTranslation(["payouts", "affiliates"]);
  const format = useFormat();
  const { search } = useAddress();
  const words = useAccountWords();
  const { missing, accounts } = payee;
  const { current, pending } = accounts;
  const gaps = new Intl.ListFormat(i18n.language).format(missing.map((gap) => t(`payee.gaps.${gap}`)));
  return (
    <Card
      title={t("payee.title")}
      actions={
        <DialogLink
          to={dialogOnPage(affiliate.id, "payout", search)}
          variant="ghost"
          size="sm"
          aria-label={`${t("affiliates:terms.edit")}: ${t("payee.title")}`}
        >
          {t("affiliates:terms.edit")}
        </DialogLink>
      }
    >
      <div className="grid gap-2">
        {current && <p className="wrap-anywhere">{words(current)}</p>}
        {pending && (
          <p className="wrap-anywhere">
            <span className="block text-xs text-muted">{t("payee.pending")}</span>
            {words(pending)}
            <span className="block text-muted">
              {t(`payee.waits.${pending.waits}`, {
                date: pending.effectiveAt ? format.moment(pending.effectiveAt, timeZone) : "",
              })}
            </span>
          </p>
        )}
        <p className="text-muted">
          {missing.length === 0 ? t("payee.complete") : `${t("payee.missing_text")} ${gaps}`}
        </p>
      </div>
    </Card>
  );
}
