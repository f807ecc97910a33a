import { inviteMember } from "~/domain/members/invite-member.server";
import type { MemberRole } from "~/domain/members/member.schema";
import { asOwner, type Org } from "./organizations";
import type { TestDoor } from "./people";

/** Invites a member. Returns the secret that the email would contain; no email is queued. */
export async function invitedMember(
  db: TestDoor,
  org: Org,
  email: string,
  role: MemberRole = "member",
): Promise<{ id: string; secret: string }> {
  let secret = "";
  const id = await asOwner(db, org, (scope) =>
    inviteMember({ ...scope, seal: (text: string) => (secret = text), enqueue: async () => {} }, { email, role }),
  );
  return { id, secret };
}
