import { receiptOf } from "~/domain/files/receipt";
import { paths } from "~/paths/paths";

interface ReceiptLink {
  /** True if the browser saves a file instead of opening a page. */
  isFile: boolean;
  anchor: { href: string; target?: "_blank"; rel?: string };
}

/**
 * Returns the link to a receipt for staff or for the portal; null without a receipt, and for a text that must not
 * become a link. A web address opens in a new tab.
 */
export function receiptLink(stored: string | null | undefined, door: "staff" | "portal"): ReceiptLink | null {
  const receipt = receiptOf(stored ?? null);
  if (!receipt) return null;
  if ("url" in receipt)
    return { isFile: false, anchor: { href: receipt.url, target: "_blank", rel: "noreferrer noopener" } };
  return { isFile: true, anchor: { href: door === "staff" ? paths.file(receipt.file) : paths.ownFile(receipt.file) } };
}
