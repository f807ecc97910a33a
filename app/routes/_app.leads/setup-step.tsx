import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { cn } from "~/components/ui/cn";
import { Icon } from "~/components/ui/icon";
import type { Setup } from "~/domain/organizations/read-setup.server";
import { setupSteps, type SetupProgress, type SetupStep } from "~/domain/organizations/setup";
import { paths } from "~/paths/paths";

export type SetupStepRowProps = {
  step: SetupStep;
  /** Null for optional steps. */
  number: number | null;
  setup: Setup & { finished: false };
  /** True for the first open step. */
  isNext: boolean;
};

/** A step of the checklist: its purpose, and a link to do it or a mark that it is done. */
export function SetupStepRow({ step, number, setup, isNext }: SetupStepRowProps) {
  const { t } = useTranslation("setup");
  const done = setup.done[step];
  const to = pathOf(step, setup);
  const hasLink = to !== null && (!done || step === "organization");
  return (
    <li
      aria-current={isNext ? "step" : undefined}
      className="grid min-h-12 grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-3 py-1 @2xl:grid-cols-[1.25rem_12rem_minmax(0,1fr)_auto]"
    >
      <Marker done={done} number={number} />
      <p className={cn(done ? "text-muted" : "font-medium")}>
        {t(`steps.${step}.title`)}
        {number === null && <span className="ml-2 text-xs font-normal text-muted">{t("optional")}</span>}
      </p>
      {/* On small screens only the next step is explained. */}
      <p
        className={cn(
          "text-muted @max-2xl:col-span-2 @max-2xl:col-start-2 @max-2xl:row-start-2 @max-2xl:pb-2",
          !isNext && "@max-2xl:hidden",
        )}
      >
        {(!done || step === "organization") && sentence()}
      </p>
      <div className="-mr-1 flex items-center justify-end @max-2xl:col-start-3 @max-2xl:row-start-1">
        {hasLink && (
          <ButtonLink
            to={to}
            size="sm"
            variant={done ? "ghost" : isNext ? "primary" : "secondary"}
            preventScrollReset={to.startsWith(`${paths.leads()}/`)}
          >
            {t(`steps.${step}.action`)}
            <span className="sr-only">{t(`steps.${step}.title`)}</span>
          </ButtonLink>
        )}
        {done && <span className="mr-1 ml-2 text-success">{t("done")}</span>}
        {!to && <span className="mr-1 text-faint">{t("after", { step: setupSteps.indexOf("affiliate") + 1 })}</span>}
      </div>
    </li>
  );

  function sentence() {
    const { timeZone: zone, defaultCurrency: currency } = setup.organization;
    const { affiliate } = setup;
    switch (step) {
      case "organization":
        return t("steps.organization.text", { currency, zone });
      case "terms":
      case "portal":
        return affiliate ? t(`steps.${step}.text`, { name: affiliate.name }) : t(`steps.${step}.text_nobody`);
      default:
        return t(`steps.${step}.text`);
    }
  }
}

function Marker({ done, number }: { done: boolean; number: number | null }) {
  if (done) return <Icon name="circle-check" className="size-5 text-success" />;
  if (number === null) return <Icon name="circle-dashed" className="size-5 text-faint" />;
  return (
    <span
      aria-hidden
      className="grid size-5 place-items-center rounded-full border border-control text-xs text-muted tabular-nums"
    >
      {number}
    </span>
  );
}

/** Returns the path where a step is done. Null if it needs an affiliate and there is none. */
function pathOf(step: SetupStep, { affiliate, done }: SetupProgress): string | null {
  switch (step) {
    case "organization":
      return paths.settings("general");
    case "affiliate":
      return paths.newAffiliate();
    case "terms":
    case "portal":
      // All affiliates can be inactive.
      if (!affiliate) return done.affiliate ? paths.affiliates() : null;
      return step === "terms"
        ? paths.affiliateDialog(affiliate.id, "terms", { edit: "1" })
        : paths.affiliateDialog(affiliate.id, "invitation");
    case "lead":
      return paths.newLead();
    case "webhook":
      return paths.settings("webhook");
  }
}
