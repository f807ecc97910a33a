import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { intent } from "~/browser/intents";
import { useFormat } from "~/browser/use-format";
import { SubmitButton } from "~/components/forms/submit-button";
import { reclaimIntents } from "~/components/payouts/document-intents";
import { Card } from "~/components/ui/card";
import type { Settlement } from "~/domain/payouts/reclaim";

/** What was paid back or waived. It can be undone as long as no payout has deducted the rest. */
export function SettledList({ settlements }: { settlements: readonly Settlement[] }) {
  const { t } = useTranslation("reclaims");
  const format = useFormat();
  if (settlements.length === 0) return null;
  return (
    <Card title={t("settled")}>
      <ul className="divide-y">
        {settlements.map(({ id, kind, day, note, net, vat, gross, currency, isUndoable }) => {
          const money = (amount: number) => format.money({ amount, currency });
          return (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0"
            >
              <div className="min-w-0">
                <p className="font-medium tabular-nums">
                  {money(gross)} · {t(`kinds.${kind}`, { day: format.day(day) })}
                </p>
                {vat > 0 && (
                  <p className="text-muted tabular-nums">
                    {t("net")} {money(net)} · {t("vat")} {money(vat)}
                  </p>
                )}
                {note && <p className="wrap-anywhere whitespace-pre-line text-muted">{note}</p>}
                {!isUndoable && <p className="text-muted">{t("built_on")}</p>}
              </div>
              {isUndoable && (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="settlement_id" value={id} />
                  <SubmitButton variant="secondary" {...intent(reclaimIntents, "undo")}>
                    {t("undo")}
                    <span className="sr-only">: {money(gross)}</span>
                  </SubmitButton>
                </Form>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
