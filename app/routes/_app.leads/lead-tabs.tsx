import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { countText, type Count } from "~/components/ui/count-text";
import { TabsNav } from "~/components/ui/tabs-nav";
import { openLeadStatuses } from "~/domain/leads/lead";
import { columnParam } from "~/domain/leads/lead-columns";
import { leadTabs, type LeadTab } from "~/domain/leads/lead-filter";
import type { LeadView } from "~/paths/lead-view";
import type { Moves } from "~/components/leads/use-lead-moves";
import { paths } from "~/paths/paths";

export type LeadTabsProps = {
  view: LeadView;
  tabs: Record<LeadTab, Count>;
  moves: Moves;
  /** Content beside the tabs. */
  children?: ReactNode;
};

/** The three views with their counts. A move that is being sent counts as done. */
export function LeadTabs({ view, tabs, moves, children }: LeadTabsProps) {
  const { t, i18n } = useTranslation("leads");
  const lost = [...moves.values()].filter((to) => to === "lost").length;
  const moved: Record<LeadTab, number> = { pipeline: -lost, deals: 0, archive: lost };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 max-md:[&>nav:first-child]:w-full md:border-b md:[&>nav:first-child]:border-b-0">
        <TabsNav
          path={paths.leads()}
          label={t("views")}
          current={view.all ? "" : view.tab}
          // Parameters that only one view has.
          drop={["status", "sort", "deals", ...openLeadStatuses.map(columnParam)]}
          items={leadTabs.map((tab) => {
            const count = countText({ ...tabs[tab], count: tabs[tab].count + moved[tab] }, i18n.language);
            return { value: tab, label: t(`tab.${tab}`), count };
          })}
        />
        {children}
      </div>
    </>
  );
}
