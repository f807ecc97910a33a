import { useTranslation } from "react-i18next";
import { SearchSelect } from "~/components/forms/search-select";
import { useFilterForm } from "~/components/forms/use-filter-form";
import { Button } from "~/components/ui/button";
import { cn } from "~/components/ui/cn";
import { Link } from "~/components/ui/link";
import { useAddress } from "~/components/ui/use-address";
import { MINE, NO_MEMBER, stepStates } from "~/domain/leads/lead-work";
import { viewQuery } from "~/domain/shared/lists";
import { leadsPathWith, type LeadView } from "~/paths/lead-view";
import { paths } from "~/paths/paths";

type WorkFilterProps = { view: LeadView; members: readonly { id: string; name: string }[] };

/** Quick choices among the open leads (WORK-07): one's own, and by their next step. A second click takes one back. */
export function WorkFilter({ view, members }: WorkFilterProps) {
  const { t } = useTranslation("leads");
  const location = useAddress();
  const { filter } = view;
  // Someone who works alone chooses nobody.
  const hasMembers = members.length > 1 || Boolean(filter.responsible);
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
    <>
      {hasMembers && <MemberFilter view={view} members={members} />}
      <ul
        aria-label={t("filter.work")}
        className={cn(
          "flex gap-1 py-0.5 max-md:overflow-x-auto",
          // Beside the layouts, or below them and the member.
          hasMembers ? "max-md:order-last max-md:w-full" : "max-md:min-w-0 max-md:flex-1",
        )}
      >
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
    </>
  );
}

/** Chooses the member whose open leads are shown. */
function MemberFilter({ view: { filter }, members }: WorkFilterProps) {
  const { t } = useTranslation("leads");
  const { search } = useAddress();
  const value = filter.responsible ?? "";
  const form = useFilterForm(paths.leads(), { responsible: value });
  const kept = new URLSearchParams(viewQuery("leads", search));
  kept.delete("responsible");
  return (
    <form {...form} aria-label={t("filter.of_member")} className="flex gap-1 max-md:min-w-0 max-md:flex-1">
      <SearchSelect
        name="responsible"
        label={t("filter.responsible")}
        value={value}
        options={[
          { value: "", label: t("filter.everyone") },
          { value: MINE, label: t("filter.mine") },
          { value: NO_MEMBER, label: t("filter.nobody") },
          ...members.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        className="max-md:grow md:w-36"
      />
      {[...kept].map(([name, one]) => (
        <input key={name} type="hidden" name={name} value={one} />
      ))}
      <Button type="submit" variant="secondary" className="hidden noscript:inline-flex">
        {t("filter.submit")}
      </Button>
    </form>
  );
}
