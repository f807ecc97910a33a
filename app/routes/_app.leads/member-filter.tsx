import { useTranslation } from "react-i18next";
import { SearchSelect } from "~/components/forms/search-select";
import { useFilterForm } from "~/components/forms/use-filter-form";
import { Button } from "~/components/ui/button";
import { useAddress } from "~/components/ui/use-address";
import { MINE, NO_MEMBER } from "~/domain/leads/lead-work";
import { viewQuery } from "~/domain/shared/lists";
import type { LeadView } from "~/paths/lead-view";
import { paths } from "~/paths/paths";

export type MemberFilterProps = { view: LeadView; members: readonly { id: string; name: string }[] };

/** Chooses the member whose open leads are shown; nothing for someone who works alone. */
export function MemberFilter({ view: { filter }, members }: MemberFilterProps) {
  const { t } = useTranslation("leads");
  const { search } = useAddress();
  const value = filter.responsible ?? "";
  const form = useFilterForm(paths.leads(), { responsible: value });
  if (members.length < 2 && value === "") return null;
  const kept = new URLSearchParams(viewQuery("leads", search));
  kept.delete("responsible");
  return (
    <form {...form} aria-label={t("filter.of_member")} className="max-md:grid md:contents">
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
        className="md:w-32 md:min-w-20"
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
