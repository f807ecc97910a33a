import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import { Link } from "~/components/ui/link";
import { useAddress } from "~/components/ui/use-address";
import { MINE, stepStates } from "~/domain/leads/lead-work";
import { leadsPathWith, type LeadView } from "~/paths/lead-view";

/** Quick choices among the open leads (WORK-07): one's own, and by their next step. A second click takes one back. */
export function WorkFilter({ view: { filter } }: { view: LeadView }) {
  const { t } = useTranslation("leads");
  const location = useAddress();
  const choices = [
    { name: "responsible", value: MINE, text: t("filter.mine"), on: filter.responsible === MINE },
    ...stepStates.map((step) => ({
      name: "step",
      value: step,
      text: t(`filter.step.${step}`),
      on: filter.step === step,
    })),
  ];
  return (
    <ul aria-label={t("filter.work")} className="flex gap-1 py-0.5 max-md:min-w-0 max-md:flex-1 max-md:overflow-x-auto">
      {choices.map(({ name, value, text, on }) => (
        <li key={value}>
          <Link
            to={leadsPathWith(location, { [name]: on ? null : value })}
            prefetch="intent"
            preventScrollReset
            aria-current={on ? "true" : undefined}
            className={cn(
              "inline-flex min-h-11 items-center rounded-full border px-3 whitespace-nowrap md:min-h-8",
              on ? "border-accent bg-accent-soft text-accent" : "text-muted hover:bg-sunken hover:text-ink",
            )}
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
