import { affiliateChoices } from "~/domain/affiliates/affiliate-choices.server";
import { keyOfOwnName, type OwnField } from "~/domain/fields/own-field";
import { parseOwnFilter } from "~/domain/fields/own-filter";
import { parametersOf } from "~/domain/fields/own-matches.server";
import { readAllOwnFields } from "~/domain/fields/read-own-fields.server";
import { NO_AFFILIATE } from "~/domain/shared/id-digits";
import type { ListName } from "~/domain/shared/lists";
import type { Scope } from "~/domain/shared/scope";
import { readDefaultView } from "~/domain/views/default-view.server";
import type { SavedView } from "~/domain/views/saved-view";
import { isBareList, savedAddress } from "~/paths/view-path";
import { redirectWithToast } from "./flash.server";
import { redirect } from "./redirect.server";
import { translator } from "./request-language.server";

type View = Pick<SavedView, "id" | "list" | "query">;

/** Where a view leads, without the filters that filter by nothing any more, and what is said about it. */
interface Opened {
  to: string;
  says: "affiliate_gone" | "field_gone" | "choice_removed" | null;
}

/** Reads where a saved view leads. */
export async function openView(scope: Scope, view: View): Promise<Opened> {
  const params = new URLSearchParams(view.query);
  const affiliate = params.get("affiliate");
  const isFiltered = affiliate !== null && affiliate !== NO_AFFILIATE;
  const isGone = isFiltered && (await affiliateChoices(scope, affiliate)).chosen === null;
  const own = parseOwnFilter(params);
  const names = Object.keys(own);
  const { lead, deal } = names.length > 0 ? await readAllOwnFields(scope) : { lead: [], deal: [] };
  const fields = [...lead, ...deal];
  const lost = names.filter((name) => !fields.some((field) => parametersOf(field).includes(name)));
  const hasRemoved = names.some((name) => isRemovedChoice(fields, name, own[name]!));
  return {
    to: savedAddress(view, [...(isGone ? ["affiliate"] : []), ...lost]),
    says: isGone ? "affiliate_gone" : lost.length > 0 ? "field_gone" : hasRemoved ? "choice_removed" : null,
  };
}

function isRemovedChoice(fields: readonly OwnField[], name: string, value: string): boolean {
  const field = fields.find(({ key }) => key === keyOfOwnName(name));
  return field?.options.some(({ key, removed }) => removed && key === value) ?? false;
}

/** Redirects to an opened view, and says what it leaves out. */
export async function redirectToView(request: Request, { to, says }: Opened): Promise<Response> {
  if (!says) return redirect(to);
  const t = await translator(request);
  return redirectWithToast(to, { tone: says === "choice_removed" ? "info" : "warning", title: t(`views:${says}`) });
}

/**
 * Redirects a list that is opened without parameters to the acting member's default view. Called at the beginning of
 * the list's loader, in its scope.
 */
export async function openDefaultView(scope: Scope, request: Request, list: ListName): Promise<void> {
  if (!isBareList(list, new URL(request.url))) return;
  const view = await readDefaultView(scope, list);
  if (view) throw await redirectToView(request, await openView(scope, view));
}
