import { useTranslation } from "react-i18next";
import { buttonClass } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { ListLink } from "~/components/ui/list-link";
import { isWebAddress } from "~/domain/shared/web-address";

export type ReceiptActionsProps = {
  receiptUrl: string | null;
  /** Names the transaction for screen readers. */
  name: string;
  /** The dialog route of the receipt. */
  editTo: string;
};

const look = buttonClass({ variant: "ghost", size: "sm", className: "cells:w-10 cells:px-0" });

/** Opens, adds or replaces a receipt; it opens in a new tab. Icons in the table, texts in cards. */
export function ReceiptActions({ receiptUrl, name, editTo }: ReceiptActionsProps) {
  const { t } = useTranslation(["transactions", "common"]);
  const edit = t(receiptUrl ? "receipt.edit" : "receipt.add");
  return (
    <>
      {receiptUrl && isWebAddress(receiptUrl) && (
        <a
          href={receiptUrl}
          target="_blank"
          rel="noreferrer noopener"
          title={t("receipt.view")}
          aria-label={`${t("receipt.view")}: ${name}`}
          className={look}
        >
          <Icon name="external-link" />
          <span className="cells:sr-only">{t("receipt.view_short")}</span>
        </a>
      )}
      <ListLink dialog to={editTo} title={edit} aria-label={`${edit}: ${name}`} className={look}>
        <Icon name={receiptUrl ? "pencil" : "file-plus"} />
        <span className="cells:sr-only">{t(receiptUrl ? "common:edit" : "common:add")}</span>
      </ListLink>
    </>
  );
}
