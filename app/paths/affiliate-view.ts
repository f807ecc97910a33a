import type { InvitationState } from "~/domain/affiliates/invitation";
import { withQuery } from "./address";
import { paths, type AffiliateDialog } from "./paths";

/** The parameter of a dialog that was opened on the affiliate's page: it stands above that, not above the list. */
const BEHIND = "behind";
const PAGE = "page";

/** Where the status of a list stands for how far somebody is invited. */
export const invitationParam = (state: InvitationState): string => `invitation-${state}`;

/** Whether an address that names an affiliate shows their page, alone or behind a dialog. */
export function showsPage({ pathname, search }: { pathname: string; search: string }): boolean {
  const isAlone = pathname.split("/").filter(Boolean).length === 2;
  return isAlone || isAbovePage(search);
}

/** A dialog above the affiliate's page, which keeps the search of the list it was reached from. */
export function dialogOnPage(id: string, dialog: AffiliateDialog, search: string): string {
  const params = ofList(search);
  params.set(BEHIND, PAGE);
  return withQuery(paths.affiliateDialog(id, dialog), params);
}

/** The list with its search, behind a dialog or a page. */
export const affiliateList = (search: string): string => withQuery(paths.affiliates(), ofList(search));

/** What a dialog stands above: the affiliate's page if it was opened there, else the list as it was. */
export function behindDialog(id: string, search: string): string {
  return isAbovePage(search) ? withQuery(paths.affiliate(id), ofList(search)) : affiliateList(search);
}

/** The same dialog with its form open. */
export function withEdit(search: string): string {
  const params = new URLSearchParams(search);
  params.set("edit", "1");
  return withQuery("", params);
}

const isAbovePage = (search: string) => new URLSearchParams(search).get(BEHIND) === PAGE;

/** Without what only the dialogs read. */
function ofList(search: string): URLSearchParams {
  const params = new URLSearchParams(search);
  for (const name of [BEHIND, "edit"]) params.delete(name);
  return params;
}
