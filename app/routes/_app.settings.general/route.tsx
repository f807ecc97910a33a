import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { editOrganization } from "~/domain/organizations/edit-organization.server";
import { timeZones } from "~/domain/organizations/organization";
import { editOrganizationSchema } from "~/domain/organizations/organization.schema";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { translator } from "~/i18n/i18n.server";
import { redirectWithToast } from "~/web/flash.server";
import { formOf } from "~/web/form.server";
import { requireMember, staffScope } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { submit } from "~/web/submit.server";
import { useAuth } from "~/web/use-auth";
import { OrganizationFacts } from "./organization-facts";
import { OrganizationForm } from "./organization-form";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("settings:organization.title");
  return staffScope({ request, context }, async (scope, user) => {
    const { name, timeZone, defaultCurrency } = await scope.organization();
    const mayEdit = user.membership.role === "owner";
    return {
      title,
      organization: { name, timeZone, defaultCurrency },
      // Listed by the server: browsers know other zones than it does.
      timeZones: mayEdit ? timeZones(timeZone) : [],
      owners: mayEdit ? [] : await readOwners(scope),
    };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireMember({ request, context });
  const t = await translator(request);
  return submit(await formOf(request), editOrganizationSchema, async (input) => {
    await staffScope({ request, context }, (scope) => editOrganization(scope, input));
    const title = t("settings:organization.saved");
    return redirectWithToast("/settings/general", { tone: "success", title });
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function GeneralSettings() {
  const { organization, timeZones: zones, owners } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const { role } = useAuth();
  if (role !== "owner") return <OrganizationFacts organization={organization} owners={owners} />;
  return (
    <OrganizationForm
      // Saved values come back trimmed, so the fields start anew from them.
      key={Object.values(organization).join(" ")}
      organization={organization}
      timeZones={zones}
      lastResult={lastResult}
    />
  );
}
