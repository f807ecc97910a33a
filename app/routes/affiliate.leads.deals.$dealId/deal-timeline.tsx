import { CircleCheck, CircleDashed, Hourglass, type LucideIcon } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import type { OwnDealDetails } from "~/domain/deals/own-deal";
import type { Day } from "~/domain/shared/dates";
import { useFormat } from "~/web/use-format";
import { timeline, type TimelineStep } from "./timeline";

const looks: Record<TimelineStep["progress"], { icon: LucideIcon; colour: string }> = {
  done: { icon: CircleCheck, colour: "text-success" },
  current: { icon: Hourglass, colour: "text-warning" },
  ahead: { icon: CircleDashed, colour: "text-faint" },
};

/** From the submitted lead to the paid commission; what has not happened yet says so. */
export function DealTimeline({ deal }: { deal: OwnDealDetails }) {
  const { t } = useTranslation("portal");
  const format = useFormat();
  const id = useId();
  const when = (day: Day | null, progress: TimelineStep["progress"]) =>
    day ? (
      <time dateTime={day}>{format.day(day)}</time>
    ) : (
      progress !== "done" && t(`timeline.progress.${progress}`)
    );
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-semibold">
        {t("timeline.title")}
      </h3>
      <ol className="mt-3">
        {timeline(deal).map(({ key, progress, day, counts }, index, steps) => {
          const { icon: Icon, colour } = looks[progress];
          return (
            <li key={key} className="relative flex gap-3 pb-4 last:pb-0">
              {index < steps.length - 1 && (
                <span aria-hidden className="absolute top-6 bottom-0 left-[7px] w-px bg-line" />
              )}
              <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", colour)} />
              <div className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4">
                <div>
                  <p className={cn("font-medium", progress === "ahead" && "text-muted")}>
                    {t(`timeline.${key}`)}
                  </p>
                  {counts && <p className="text-muted">{t("deal.progress", { ...counts })}</p>}
                </div>
                <p className="text-muted tabular-nums">{when(day, progress)}</p>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
