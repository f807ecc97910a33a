import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { intent } from "~/browser/intents";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SubmitButton } from "~/components/forms/submit-button";
import { previewIntents } from "./intents";
import "~/components/payouts/payout-texts";

/** Asks all affiliates for what is missing before they can be paid, with one click. */
export function AskForDetails({ currency, until }: { currency: string; until: string }) {
  const { t } = useTranslation("runs");
  return (
    <Form method="post" preventScrollReset className="max-w-md md:text-right">
      <HiddenFields
        values={[
          ["currency", currency],
          ["until", until],
        ]}
      />
      <SubmitButton
        {...intent(previewIntents, "ask")}
        variant="secondary"
        pendingLabel={t("ask.pending")}
        aria-describedby="ask-help"
        className="max-md:w-full"
      >
        {t("ask.action")}
      </SubmitButton>
      <p id="ask-help" className="mt-1 text-xs text-muted">
        {t("ask.help")}
      </p>
    </Form>
  );
}
