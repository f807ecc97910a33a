import { useTranslation } from "react-i18next";
import { AuthCard, type AuthCardProps } from "~/components/shell/auth-card";
import type { FormReply } from "~/browser/form-reply";
import { RecoveryCodes } from "./recovery-codes";

export type FactorCardProps = AuthCardProps & {
  /** The response to the form of the card, which may contain new recovery codes. */
  lastResult: FormReply | undefined;
  /** The page after the recovery codes. */
  back: string;
};

/** The card of a page that can create recovery codes. It shows them in place of its form, once. */
export function FactorCard({ lastResult, back, ...card }: FactorCardProps) {
  const { t } = useTranslation("factor");
  if (!lastResult || !("codes" in lastResult)) return <AuthCard {...card} />;
  return (
    <AuthCard title={t("codes_title")} description={t("codes_text")}>
      <RecoveryCodes codes={lastResult.codes as string[]} to={back} />
    </AuthCard>
  );
}
