import { useTranslation } from "react-i18next";
import { RowActionAnchor, RowActionLink } from "~/components/ui/row-actions";
import { receiptLink } from "./receipt-link";

export type ReceiptActionsProps = {
  receiptUrl: string | null;
  /** Names the transaction for screen readers. */
  name: string;
  /** The dialog route of the receipt. */
  editTo: string;
};

/** The row actions that open or download, add or replace a receipt. */
export function ReceiptActions({ receiptUrl, name, editTo }: ReceiptActionsProps) {
  const { t } = useTranslation("transactions");
  const edit = t(receiptUrl ? "receipt.edit" : "receipt.add");
  const link = receiptLink(receiptUrl, "staff");
  const open = t(link?.isFile ? "receipt.download" : "receipt.view");
  return (
    <>
      {link && (
        <RowActionAnchor {...link.anchor} icon={link.isFile ? "download" : "external-link"} text={open} of={name} />
      )}
      <RowActionLink dialog to={editTo} icon={receiptUrl ? "pencil" : "file-plus"} text={edit} of={name} data-key="e" />
    </>
  );
}
