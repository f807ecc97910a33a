import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { StatusBadge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import { Link } from "~/components/ui/link";
import { intent } from "~/browser/intents";
import { paths } from "~/paths/paths";
import { memberIntents } from "./intents";

export type RequiredFactorProps = {
  isRequired: boolean;
  /** True if the acting owner has a second factor; only then they can require it. */
  hasFactor: boolean;
};

/** The owner's switch that requires a second factor of all members (AUTH-14). */
export function RequiredFactor({ isRequired, hasFactor }: RequiredFactorProps) {
  const { t } = useTranslation("members");
  return (
    <Card
      headingLevel={3}
      title={t("factor.title")}
      description={t(isRequired ? "factor.on_text" : "factor.text")}
      actions={isRequired && <StatusBadge tone="success">{t("factor.on")}</StatusBadge>}
    >
      {isRequired || hasFactor ? (
        <Form method="post" preventScrollReset className="max-md:grid">
          <SubmitButton {...intent(memberIntents, isRequired ? "release" : "require")} variant="secondary">
            {t(isRequired ? "factor.release" : "factor.require")}
          </SubmitButton>
        </Form>
      ) : (
        <p>
          {t("factor.own_first")}{" "}
          <Link to={paths.settings("security")} className="text-accent underline underline-offset-4">
            {t("factor.own")}
          </Link>
        </p>
      )}
    </Card>
  );
}
