import { useTranslation } from "react-i18next";
import { Link } from "~/components/ui/link";
import { StatCard } from "~/components/ui/stat-card";
import { useFormat } from "~/browser/use-format";
import type { PaymentTotals } from "~/domain/commissions/total-payments.server";
import { paths } from "~/paths/paths";
import type { PageProps } from "./page-props";

/** Amounts due, planned and paid; each figure links to its list. */
export function PageMoney({ page: { affiliate, totals, currency } }: PageProps) {
  const { t } = useTranslation(["commissions", "affiliates"]);
  const format = useFormat();
  const { due, waiting, planned, paid } = totals;
  const show = ({ amounts }: PaymentTotals) =>
    (amounts.length > 0 ? amounts : [{ amount: 0, currency }]).map(format.money);
  const link = (label: string, { count }: PaymentTotals, to: string, text: string) =>
    count > 0 ? (
      <Link
        to={to}
        prefetch="intent"
        aria-label={`${label}: ${text}`}
        className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-ink"
      >
        {text}
      </Link>
    ) : (
      text
    );
  const of = { affiliate: affiliate.id };
  const label = { due: t("states.due"), planned: t("states.planned"), paid: t("states.paid") };
  return (
    <dl className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-[2fr_1fr_1fr]">
      <StatCard
        large
        icon={due.count > 0 ? "hourglass" : paid.count > 0 ? "circle-check" : "banknote"}
        label={label.due}
        value={show(due)}
        hint={
          <>
            {link(
              label.due,
              due,
              paths.commissions(of),
              due.count > 0 ? t("cards.pending_hint", { count: due.count }) : t("cards.nothing_due"),
            )}
            {waiting.count > 0 && (
              <span className="block">
                {link(
                  t("states.waiting"),
                  waiting,
                  paths.commissions({ tab: "waiting", ...of }),
                  t("cards.waiting", { count: waiting.count, amounts: waiting.amounts.map(format.money).join(" · ") }),
                )}
              </span>
            )}
          </>
        }
        className="max-lg:col-span-2"
      />
      <StatCard
        icon="calendar-clock"
        label={label.planned}
        value={show(planned)}
        hint={link(
          label.planned,
          planned,
          paths.commissions({ tab: "planned", ...of }),
          t("payments", { count: planned.count }),
        )}
      />
      <StatCard
        icon="circle-check"
        label={label.paid}
        value={show(paid)}
        hint={link(label.paid, paid, paths.transactions(of), t("payments", { count: paid.count }))}
      />
    </dl>
  );
}
