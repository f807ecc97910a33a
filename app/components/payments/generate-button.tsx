import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubmitButton, type SubmitButtonProps } from "~/components/forms/submit-button";
import { cn } from "~/components/ui/cn";
import { Icon } from "~/components/ui/icon";
import { useAddress } from "~/components/ui/use-address";
import { intent } from "~/browser/intents";
import { paths } from "~/paths/paths";
import { commissionIntents } from "./commission-intents";

/** The button that makes the missing monthly payments. */
export function GenerateButton({ variant = "secondary", className }: Pick<SubmitButtonProps, "variant" | "className">) {
  const { t } = useTranslation("commissions");
  return (
    <Form
      method="post"
      action={paths.commissions(useAddress().search)}
      preventScrollReset
      className={cn("max-md:*:w-full", className)}
    >
      <input type="hidden" {...intent(commissionIntents, "generate")} />
      <SubmitButton variant={variant} pendingLabel={t("generating")}>
        <Icon name="calendar-plus" />
        {t("generate")}
      </SubmitButton>
    </Form>
  );
}
