import type { InvitationState } from "~/domain/affiliates/invitation";
import { withQuery } from "./address";
import { paths, type AffiliateDialog } from "./paths";

/** Parameter of a dialog opened on the affiliate's page: the dialog is above that page, not above the list. */
const BEHIND = "behind";
const PAGE = "page";
/** The parameter with the record to merge with. */
export const MERGED_WITH = "with";

/** Parameters of dialogs for several affiliates: their ids, or all that match the filter of the list. */
const CHOSEN = "affiliate_id";
const ALL = "all";

/** Reads which affiliates a dialog is opened for. */
export const chosenParams = (params: URLSearchParams) => ({
  ids: params.getAll(CHOSEN),
  all: params.get(ALL) === "1",
});

/** Returns the status filter value for a state of the invitation. */
export const invitationParam = (state: InvitationState): string => `invitation-${state}`;

/** Whether the URL shows the page of an affiliate, alone or behind a dialog. */
export function showsPage({ pathname, search }: { pathname: string; search: string }): boolean {
  const isAlone = pathname.split("/").filter(Boolean).length === 2;
  return isAlone || isAbovePage(search);
}

/** Returns the path of a dialog above the affiliate's page. It keeps the query of the list. */
export function dialogOnPage(id: string, dialog: AffiliateDialog, search: string): string {
  const params = ofList(search);
  params.set(BEHIND, PAGE);
  return withQuery(paths.affiliateDialog(id, dialog), params);
}

/** Returns the path of the list with its query, for the page behind a dialog. */
export const affiliateList = (search: string): string => withQuery(paths.affiliates(), ofList(search));

/** Returns the path behind a dialog: the affiliate's page if the dialog was opened there, otherwise the list. */
export function behindDialog(id: string, search: string): string {
  return isAbovePage(search) ? withQuery(paths.affiliate(id), ofList(search)) : affiliateList(search);
}

/** Returns the query of the same dialog with its form open. */
export function withEdit(search: string): string {
  const params = new URLSearchParams(search);
  params.set("edit", "1");
  return withQuery("", params);
}

const isAbovePage = (search: string) => new URLSearchParams(search).get(BEHIND) === PAGE;

/** Removes the parameters that only dialogs read. */
function ofList(search: string): URLSearchParams {
  const params = new URLSearchParams(search);
  for (const name of [BEHIND, "edit", "find", MERGED_WITH, CHOSEN, ALL]) params.delete(name);
  return params;
}
