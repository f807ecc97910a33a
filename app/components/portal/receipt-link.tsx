import { useTranslation } from "react-i18next";
import { receiptLink } from "~/components/receipts/receipt-link";
import { Icon } from "~/components/ui/icon";

/** Opens or downloads the receipt of a payment. A text that is neither an address nor a file does not become a link. */
export function ReceiptLink({ url, of }: { url: string; of: string }) {
  const { t } = useTranslation("portal");
  const link = receiptLink(url, "portal");
  if (!link) return null;
  return (
    <a
      {...link.anchor}
      className="inline-flex min-h-6 whitespace-nowrap items-center gap-1 underline underline-offset-4 max-md:min-h-11"
    >
      {t("payment.receipt")}
      <span className="sr-only">
        : {of} {t(link.isFile ? "payment.receipt_downloads" : "payment.receipt_opens")}
      </span>
      <Icon name={link.isFile ? "download" : "external-link"} className="size-4 shrink-0" />
    </a>
  );
}
