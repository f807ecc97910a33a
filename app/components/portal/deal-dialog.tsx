import { useTranslation } from "react-i18next";
import { RouteDialog } from "~/components/ui/route-dialog";
import type { OwnDealDetails } from "~/domain/deals/own-deal";
import { DealFacts } from "./deal-facts";
import { dealSteps } from "./deal-steps";
import { PaymentSchedule } from "./payment-schedule";
import { Timeline } from "./timeline";

export type DealDialogProps = {
  deal: OwnDealDetails;
  /** The page behind. */
  closeTo: string;
};

/** Shows one of the affiliate's deals: facts, past and next steps, and the months of a recurring one. */
export function DealDialog({ deal, closeTo }: DealDialogProps) {
  const { t } = useTranslation("portal");
  return (
    <RouteDialog title={`${deal.company} – ${deal.title}`} closeTo={closeTo} size="lg">
      <div className="space-y-6">
        <DealFacts deal={deal} />
        <Timeline steps={dealSteps(deal)} />
        {deal.schedule.length > 0 && <PaymentSchedule caption={t("deal.schedule")} payments={deal.schedule} />}
      </div>
    </RouteDialog>
  );
}
