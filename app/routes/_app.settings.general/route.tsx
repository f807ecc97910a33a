import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { editOrganization, seenOrganization } from "~/domain/organizations/edit-organization.server";
import { timeZones } from "~/domain/organizations/organization";
import { editOrganizationSchema } from "~/domain/organizations/organization.schema";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { readHiddenSetup } from "~/domain/organizations/read-setup.server";
import { showSetup } from "~/domain/organizations/show-setup.server";
import { translator } from "~/i18n/i18n.server";
import { redirectWithToast } from "~/web/flash.server";
import { formOf } from "~/web/form.server";
import { requireMember, staffScope } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { submit } from "~/web/submit.server";
import { useAuth } from "~/web/use-auth";
import { buttonClientAction, keepingClientAction } from "~/web/form-action";
import { useReply } from "~/web/use-reply";
import { HiddenSetup } from "./hidden-setup";
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
      seen: seenOrganization({ name, timeZone, defaultCurrency }),
      // Listed by the server: browsers know other zones than it does.
      timeZones: mayEdit ? timeZones(timeZone) : [],
      owners: mayEdit ? [] : await readOwners(scope),
      hiddenSetup: await readHiddenSetup(scope),
    };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireMember({ request, context });
  const t = await translator(request);
  const form = await formOf(request);
  if (form.get("intent") === "show-setup") {
    await staffScope({ request, context }, showSetup);
    return redirectWithToast("/leads", { tone: "success", title: t("setup:toast.shown") });
  }
  return submit(form, editOrganizationSchema, async (input) => {
    await staffScope({ request, context }, (scope) => editOrganization(scope, input));
    const title = t("settings:organization.saved");
    return redirectWithToast("/settings/general", { tone: "success", title });
  });
}

export async function clientAction(call: ClientActionFunctionArgs) {
  const form = await call.request.clone().formData();
  return !form.has("intent") ? keepingClientAction(call) : buttonClientAction(call);
}

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function GeneralSettings() {
  const { organization, seen, timeZones: zones, owners, hiddenSetup } = useLoaderData<typeof loader>();
  const lastResult = useReply();
  const { role } = useAuth();
  return (
    <div className="space-y-6">
      {role === "owner" ? (
        <OrganizationForm
          // Saved values come back trimmed, so the fields start anew from them.
          key={Object.values(organization).join(" ")}
          organization={organization}
          seen={seen}
          timeZones={zones}
          lastResult={lastResult}
        />
      ) : (
        <OrganizationFacts organization={organization} owners={owners} />
      )}
      {hiddenSetup && <HiddenSetup progress={hiddenSetup} />}
    </div>
  );
}
