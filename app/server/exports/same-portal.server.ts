import type { LoaderFunctionArgs } from "@remix-run/node";
import type { InScope } from "~/domain/shared/scope";
import { affiliateScope } from "../open-scope.server";

interface Portal {
  orgId: string;
  affiliateId: string;
}

/**
 * Opens the scopes of the later pages of a file, each with the user's current rights. Throws if the user has switched
 * to another portal, so that a file never mixes the data of two portals.
 */
export const samePortal =
  (args: LoaderFunctionArgs, { orgId, affiliateId }: Portal, options: { whileClosed?: boolean } = {}): InScope =>
  (use) =>
    affiliateScope(
      args,
      async (scope, { affiliation }) => {
        if (affiliation.orgId !== orgId || affiliation.affiliateId !== affiliateId)
          throw new Error("the user has switched to another portal");
        return use(scope);
      },
      options,
    );
