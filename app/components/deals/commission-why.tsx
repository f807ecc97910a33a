import { useTranslation } from "react-i18next";
import { Icon } from "~/components/ui/icon";
import { Menu, MenuText } from "~/components/ui/menu";
import type { CommissionTrace } from "~/domain/terms/pricing";
import { CommissionExplanation } from "./commission-explanation";

export type CommissionWhyProps = {
  trace: CommissionTrace;
  /** The deal, for screen readers. */
  deal: string;
};

/** The small "why?" beside a commission: opens its explanation, with JavaScript or without. */
export function CommissionWhy({ trace, deal }: CommissionWhyProps) {
  const { t } = useTranslation("terms");
  return (
    <Menu
      size="icon-sm"
      trigger={<Icon name="circle-question-mark" />}
      label={`${t("commission.why")} ${t("commission.name")}: ${deal}`}
      className="-mr-2 cells:-my-1"
    >
      <MenuText>
        <CommissionExplanation trace={trace} />
      </MenuText>
    </Menu>
  );
}
