import { useTranslation } from "react-i18next";
import { useRootData } from "~/browser/root-data";
import { ContactLink } from "~/components/shell/contact-link";

/**
 * Shows the id of a failed request in the log. Only server errors have one: they arrive without their message, and the
 * root was loaded by the same request.
 */
export function ErrorReference({ error }: { error: unknown }) {
  const { t } = useTranslation("errors");
  const root = useRootData();
  const ofServer = error instanceof Error && error.message === "Unexpected Server Error";
  if (!ofServer || !root?.requestId) return null;
  return (
    <>
      <span className="wrap-anywhere">{t("failed_hint", { id: root.requestId })}</span>
      <ContactLink />
    </>
  );
}
