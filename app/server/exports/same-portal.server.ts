import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Scope } from "~/domain/shared/scope";
import { affiliateScope } from "../open-scope.server";

/** A portal: an affiliate of an organization. */
interface Portal {
  orgId: string;
  affiliateId: string;
}

/**
 * Opens the scopes of the later pages of a file, each with the rights of its moment. Throws when the person looks at
 * another portal by then: a file never holds data of two.
 */
export const samePortal =
  (args: LoaderFunctionArgs, { orgId, affiliateId }: Portal) =>
  <T>(use: (scope: Scope) => Promise<T>): Promise<T> =>
    affiliateScope(args, async (scope, { affiliation }) => {
      if (affiliation.orgId !== orgId || affiliation.affiliateId !== affiliateId)
        throw new Error("the person looks at another portal now");
      return use(scope);
    });
