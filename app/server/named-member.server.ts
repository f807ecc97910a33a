import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { readMembers, standingAmong, type Member } from "~/domain/members/list-members.server";
import { recordId } from "~/domain/shared/fields";
import { staffScope } from "./open-scope.server";

/** What the dialogs about members show. */
export interface MemberDialog {
  /** Whom the address names. */
  member: Omit<Member, "since">;
  organization: string;
  isSelf: boolean;
  /** Whether nobody else owns the organisation, */
  isLastOwner: boolean;
  /** and nobody else works for it. */
  isAlone: boolean;
  /** Whether whoever asks may change members. */
  mayChange: boolean;
  /** Whom to ask for it. */
  owners: string[];
}

/** A page for who may do what it offers; all others get it as well, with the reason why they may not. */
export function pageFor<T>(isAllowed: boolean, page: T) {
  return data(page, { status: isAllowed ? 200 : 403 });
}

/** The member whom the address of a dialog names; throws 404 for whoever does not work for this organisation. */
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
