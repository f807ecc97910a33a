import { useTranslation } from "react-i18next";
import { buttonClass } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { ListLink } from "~/components/ui/list-link";
import { receiptLink } from "./receipt-link";

export type ReceiptActionsProps = {
  receiptUrl: string | null;
  /** Names the transaction for screen readers. */
  name: string;
  /** The dialog route of the receipt. */
  editTo: string;
};

const look = buttonClass({ variant: "ghost", size: "sm", className: "cells:w-10 cells:px-0" });

/** Opens or downloads, adds or replaces a receipt. Icons in the table, texts in cards. */
export function ReceiptActions({ receiptUrl, name, editTo }: ReceiptActionsProps) {
  const { t } = useTranslation(["transactions", "common"]);
  const edit = t(receiptUrl ? "receipt.edit" : "receipt.add");
  const link = receiptLink(receiptUrl, "staff");
  const open = t(link?.isFile ? "receipt.download" : "receipt.view");
  return (
    <>
      {link && (
        <a {...link.anchor} title={open} aria-label={`${open}: ${name}`} className={look}>
          <Icon name={link.isFile ? "download" : "external-link"} />
          <span className="cells:sr-only">{t(link.isFile ? "receipt.download_short" : "receipt.view_short")}</span>
        </a>
      )}
      <ListLink dialog to={editTo} title={edit} aria-label={`${edit}: ${name}`} className={look}>
        <Icon name={receiptUrl ? "pencil" : "file-plus"} />
        <span className="cells:sr-only">{t(receiptUrl ? "common:edit" : "common:add")}</span>
      </ListLink>
    </>
  );
}
