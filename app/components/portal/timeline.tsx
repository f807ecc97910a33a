import { useId } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import { useFormat } from "~/browser/use-format";
import { Icon, type IconName } from "~/components/ui/icon";
import type { TimelineStep } from "./deal-steps";
import { ReceiptLink } from "./receipt-link";

const looks: Record<TimelineStep["progress"], { icon: IconName; color: string }> = {
  done: { icon: "circle-check", color: "text-success" },
  current: { icon: "hourglass", color: "text-warning" },
  ahead: { icon: "circle-dashed", color: "text-faint" },
};

const lost = { icon: "circle-x", color: "text-muted" } as const;

/** The steps from the submitted lead to the paid commission, oldest first. Future steps are marked. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  const { t } = useTranslation(["portal", "commissions"]);
  const format = useFormat();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-semibold">
        {t("timeline.title")}
      </h3>
      <ol className="mt-3">
        {steps.map(({ key, progress, day, reason, counts, receiptUrl }, index) => {
          const { icon, color } = key === "lost" ? lost : looks[progress];
          return (
            <li key={index} className="relative flex gap-3 pb-4 last:pb-0">
              {index < steps.length - 1 && (
                <span aria-hidden className="absolute top-6 bottom-0 left-[7px] w-px bg-line" />
              )}
              <Icon name={icon} className={cn("mt-0.5 size-4 shrink-0", color)} />
              <div className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4">
                <div className="min-w-0">
                  <p className={cn("font-medium", progress === "ahead" && "text-muted")}>{t(`timeline.${key}`)}</p>
                  {reason && (
                    <p className="wrap-anywhere whitespace-pre-line text-muted">{t("timeline.reason", { reason })}</p>
                  )}
                  {key === "due" && !day && <p className="text-muted">{t("commission.hint.waiting")}</p>}
                  {counts && <p className="text-muted">{t("deal.progress", { ...counts })}</p>}
                  {receiptUrl && <ReceiptLink url={receiptUrl} of={t(`timeline.${key}`)} />}
                </div>
                <p className="text-muted tabular-nums">
                  {day && <time dateTime={day}>{format.day(day)}</time>}
                  {day && progress !== "done" && " · "}
                  {progress === "current" && t("commissions:states.due")}
                  {progress === "ahead" && t("timeline.progress.ahead")}
                </p>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
