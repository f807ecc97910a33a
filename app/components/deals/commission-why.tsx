import { useTranslation } from "react-i18next";
import { Menu, MenuText } from "~/components/ui/menu";
import type { CommissionTrace } from "~/domain/deals/pricing";
import { CommissionExplanation } from "./commission-explanation";

export type CommissionWhyProps = {
  trace: CommissionTrace;
  /** The deal, for screen readers. */
  deal: string;
};

/** The small "why?" beside a commission; opens without JavaScript. */
export function CommissionWhy({ trace, deal }: CommissionWhyProps) {
  const { t } = useTranslation("leads");
  return (
    <Menu
      size="sm"
      trigger={t("commission.why")}
      label={` ${t("deals.commission")}: ${deal}`}
      className="inline-block"
    >
      <MenuText>
        <CommissionExplanation trace={trace} />
      </MenuText>
    </Menu>
  );
}
