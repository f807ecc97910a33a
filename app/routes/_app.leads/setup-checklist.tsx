import { Form } from "@remix-run/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { Icon } from "~/components/ui/icon";
import { useAddress } from "~/components/ui/use-address";
import type { Setup } from "~/domain/organizations/read-setup.server";
import { optionalSetupSteps, nextStep, setupSteps, stepsDone } from "~/domain/organizations/setup";
import { leadsPath } from "~/paths/lead-view";
import { SetupStepRow } from "./setup-step";
import { leadIntents } from "~/components/leads/lead-intents";
import { intent } from "~/browser/intents";

export type SetupChecklistProps = { setup: Setup };

/** The remaining steps of a new organization; in the end, that it is finished. */
export function SetupChecklist({ setup }: SetupChecklistProps) {
  return setup.finished ? <Finished /> : <Steps setup={setup} />;
}

function Steps({ setup }: { setup: Setup & { finished: false } }) {
  const { t } = useTranslation("setup");
  const id = useId();
  const [done, total] = [stepsDone(setup), setupSteps.length];
  return (
    <section aria-labelledby={id} data-print="hide" className="rounded-lg border bg-surface">
      <div className="flex items-start justify-between gap-4 py-2 pr-2 pl-4 md:pr-3 md:pl-6">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 self-center">
          <h2 id={id} className="text-base font-semibold">
            {t("title")}
          </h2>
          <div className="flex items-center gap-3">
            <progress
              value={done}
              max={total}
              aria-labelledby={`${id}-progress`}
              className="h-1.5 w-20 md:w-24 appearance-none overflow-hidden rounded-full bg-control/30 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-accent"
            />
            <span id={`${id}-progress`} className="whitespace-nowrap text-muted tabular-nums">
              {t("progress", { done, total })}
            </span>
          </div>
        </div>
        <HideSetup />
      </div>
      <ol className="@container divide-y border-t px-4 md:px-6">
        {[...setupSteps, ...optionalSetupSteps].map((step, index) => (
          <SetupStepRow
            key={step}
            step={step}
            number={index < total ? index + 1 : null}
            setup={setup}
            isNext={step === nextStep(setup)}
          />
        ))}
      </ol>
    </section>
  );
}

function Finished() {
  const { t } = useTranslation("setup");
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      data-print="hide"
      className="grid grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 rounded-lg bg-success-soft py-1 pr-2 pl-4"
    >
      <Icon name="circle-check" className="size-4 text-success" />
      <h2 id={id} className="font-medium">
        {t("finished")}
      </h2>
      <HideSetup />
      <p className="col-span-2 col-start-2 pr-2 pb-3 text-muted">{t("finished_text")}</p>
    </section>
  );
}

function HideSetup() {
  const { t } = useTranslation("setup");
  const location = useAddress();
  return (
    <Form method="post" action={leadsPath(location)} preventScrollReset className="shrink-0">
      <SubmitButton {...intent(leadIntents, "hide-setup")} variant="ghost">
        {t("hide")}
        <span className="sr-only">{t("title")}</span>
      </SubmitButton>
    </Form>
  );
}
