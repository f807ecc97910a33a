import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { readMembers, standingAmong, type Member } from "~/domain/members/list-members.server";
import { recordId } from "~/domain/shared/fields";
import { staffScope } from "./open-scope.server";

/** What the dialogs about members show. */
export interface MemberDialog {
  /** The member in the URL. */
  member: Omit<Member, "since">;
  organization: string;
  isSelf: boolean;
  /** True if no other member owns the organization. */
  isLastOwner: boolean;
  /** True if the organization has no other member. */
  isAlone: boolean;
  /** True if the current user may change members. */
  mayChange: boolean;
  /** Names of the owners, who can do it. */
  owners: string[];
}

/** Returns a page with 200 if the user may use it, otherwise with 403; the page then shows the reason. */
export function pageFor<T>(isAllowed: boolean, page: T) {
  return data(page, { status: isAllowed ? 200 : 403 });
}

/** Returns the member in the URL of a dialog. Throws 404 for a user who is not a member of this organization. */
export async function memberOf({ request, context, params }: LoaderFunctionArgs): Promise<MemberDialog> {
  const { data: id } = recordId.safeParse(params["userId"]);
  const found = await staffScope({ request, context }, async (scope, user) => {
    const members = await readMembers(scope);
    const found = members.find((one) => one.id === id);
    if (!found) return null;
    const { since: _since, ...member } = found;
    const { owners, isLastOwner, isAlone } = standingAmong(members, found.id);
    return {
      member,
      organization: (await scope.organization()).name,
      isSelf: member.id === user.id,
      isLastOwner,
      isAlone,
      mayChange: user.membership.role === "owner",
      owners: owners.map(({ name }) => name),
    };
  });
  if (!found) throw new Response(null, { status: 404, statusText: "Not Found" });
  return found;
}
