import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { translator } from "~/i18n/i18n.server";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { provenTill } from "~/server/prove.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import { OwnFile } from "~/components/exports/own-file";
import { Archive } from "./archive";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("settings:sections.data");
  return staffScope({ request, context }, async (scope, user) => {
    const isOwner = user.membership.role === "owner";
    const until = isOwner ? provenTill(user) : null;
    const { name, timeZone } = await scope.organization();
    return {
      title,
      organization: name,
      timeZone,
      owners: isOwner ? null : await readOwners(scope),
      readyUntil: until && until.toISOString(),
    };
  });
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The data that can be downloaded (OPS-05). */
export default function Data() {
  const { title: _title, ...archive } = useLoaderData<typeof loader>();
  return (
    <div className="min-w-0 space-y-6">
      <Archive {...archive} />
      <OwnFile href={paths.accountFile()} text="account_text" />
      <Outlet />
    </div>
  );
}
