import { expect, test } from "vitest";
import { organizationPathOf } from "./organization-path";
import { outgoingLinks } from "./outgoing";
import { paths } from "./paths";

const orgId = "0199a0c4-7d5e-7000-8000-000000000001";

test("[ORG-07] names organization and page in an outgoing URL", () => {
  for (const [page, door] of [
    [paths.lead("1"), "staff"],
    [paths.settings("subscription", { back: "portal" }), "staff"],
    [paths.pricing(), "staff"],
    [paths.subscriptionSuccess(), "staff"],
    [paths.ownDeal("1", { tab: "deals" }), "portal"],
    [paths.ownTerms(), "portal"],
  ] as const) {
    const { pathname, search } = new URL(outgoingLinks("https://a.example").ofOrganization(orgId, page));
    expect(organizationPathOf(pathname + search)).toEqual({ orgId, to: page, door });
  }
});

test.each([
  "/leads",
  `/in/${orgId}`,
  `/in/${orgId}/`,
  `/in/${orgId}/auth/sign-out`,
  `/in/${orgId}/link/secret`,
  `/in/${orgId}/in/${orgId}/leads`,
  `/in/${orgId}//evil.example/leads`,
  `/in/${orgId}/\\evil.example/leads`,
  `/in//leads`,
  `https://evil.example/in/${orgId}/leads`,
])("[AUTH-05] rejects %s", (path) => expect(organizationPathOf(path)).toBeNull());
