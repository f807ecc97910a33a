import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { editOrganization, organizationVersion } from "~/domain/organizations/edit-organization.server";
import { readMailBudget } from "~/domain/organizations/mail-budget.server";
import { timeZones } from "~/domain/organizations/organization";
import { editOrganizationSchema, organizationFields } from "~/domain/organizations/organization.schema";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { readHiddenSetup } from "~/domain/organizations/read-setup.server";
import { showSetup } from "~/domain/organizations/show-setup.server";
import { pick } from "~/domain/shared/field-list";
import { translator } from "~/i18n/i18n.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { useAuth } from "~/browser/use-auth";
import { useReply } from "~/browser/use-reply";
import { useStoredKey } from "~/browser/use-stored-key";
import { HiddenSetup } from "./hidden-setup";
import { MailBudgetCard } from "./mail-budget-card";
import { OrganizationFacts } from "./organization-facts";
import { OrganizationForm } from "./organization-form";
import { RepliesCard } from "./replies-card";
import { runAction } from "~/server/action.server";
import { sendForm } from "~/browser/client-actions";
import { settingsIntents } from "./intents";
import { paths } from "~/paths/paths";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("settings:organization.title");
  return staffScope({ request, context }, async (scope, user) => {
    const facts = await scope.organization();
    const organization = pick(organizationFields, facts);
    const mayEdit = user.membership.role === "owner";
    return {
      title,
      organization,
      version: organizationVersion(organization),
      replyTo: facts.replyTo,
      mailBudget: await readMailBudget(scope),
      // The server makes the list, because browsers know other time zones than it does.
      timeZones: mayEdit ? timeZones(organization.timeZone) : [],
      owners: mayEdit ? [] : await readOwners(scope),
      hiddenSetup: await readHiddenSetup(scope),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    of: settingsIntents,
    intents: {
      "show-setup": {
        backTo: paths.settings("general"),
        run: async (_, { inScope, t }) => {
          await inScope(showSetup);
          return { to: paths.leads(), toast: { tone: "success", title: t("setup:toast.shown") } };
        },
      },
      save: {
        schema: editOrganizationSchema,
        run: async (input, { inScope, t }) => {
          await inScope((scope) => editOrganization(scope, input));
          return {
            to: paths.settings("general"),
            toast: { tone: "success", title: t("settings:organization.saved") },
          };
        },
      },
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, settingsIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function GeneralSettings() {
  const { organization, version, timeZones: zones, ...rest } = useLoaderData<typeof loader>();
  const { replyTo, mailBudget, owners, hiddenSetup } = rest;
  const lastResult = useReply();
  // Saved values are trimmed, so the fields are filled again from them.
  const key = useStoredKey(Object.values(organization).join(" "), lastResult);
  const { role } = useAuth();
  return (
    <div className="space-y-6">
      {role === "owner" ? (
        <OrganizationForm
          key={key}
          organization={organization}
          version={version}
          timeZones={zones}
          lastResult={lastResult}
        />
      ) : (
        <OrganizationFacts organization={organization} owners={owners} />
      )}
      <RepliesCard replyTo={replyTo} mayEdit={role === "owner"} />
      <MailBudgetCard {...mailBudget} />
      {hiddenSetup && <HiddenSetup progress={hiddenSetup} />}
      <Outlet />
    </div>
  );
}
