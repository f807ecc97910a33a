import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { Card } from "~/components/ui/card";
import { setupSteps, stepsDone, type SetupProgress } from "~/domain/organizations/setup";
import { settingsIntents } from "./intents";
import { intent } from "~/browser/intents";

/** Shows the setup checklist again if it was hidden before it was finished. */
export function HiddenSetup({ progress }: { progress: SetupProgress }) {
  const { t } = useTranslation("setup");
  return (
    <Card title={t("title")} description={t("hidden")}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="tabular-nums">{t("progress", { done: stepsDone(progress), total: setupSteps.length })}</p>
        <Form method="post" className="max-md:grid max-md:w-full">
          <SubmitButton {...intent(settingsIntents, "show-setup")} variant="secondary">
            {t("show")}
          </SubmitButton>
        </Form>
      </div>
    </Card>
  );
}
