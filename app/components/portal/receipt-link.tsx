import { useTranslation } from "react-i18next";
import { Icon } from "~/components/ui/icon";
import { isWebAddress } from "~/domain/shared/web-address";

/** Opens the receipt of a payment in a new tab. A value that is not a web address does not become a link. */
export function ReceiptLink({ url, of }: { url: string; of: string }) {
  const { t } = useTranslation("portal");
  if (!isWebAddress(url)) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer noopener"
      className="inline-flex min-h-6 whitespace-nowrap items-center gap-1 underline underline-offset-4 max-md:min-h-11"
    >
      {t("payment.receipt")}
      <span className="sr-only">
        : {of} {t("payment.receipt_opens")}
      </span>
      <Icon name="external-link" className="size-4 shrink-0" />
    </a>
  );
}
