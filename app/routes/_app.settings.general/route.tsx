import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, type ClientActionFunctionArgs, Form } from "@remix-run/react";
import { editOrganization, organizationVersion } from "~/domain/organizations/edit-organization.server";
import { readMailBudget } from "~/domain/organizations/mail-budget.server";
import { timeZones } from "~/domain/organizations/organization";
import {
  editOrganizationSchema,
  organizationFields,
  type OrganizationField,
  type OrganizationSettings,
} from "~/domain/organizations/organization.schema";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { readStandardTerms } from "~/domain/terms/standard-terms.server";
import { StandardTermsCard } from "./standard-terms-card";
import { readHiddenSetup } from "~/domain/organizations/read-setup.server";
import { showSetup } from "~/domain/organizations/hide-setup.server";
import { pick } from "~/domain/shared/field-list";
import { translator } from "~/server/request-language.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { useAuth } from "~/browser/use-auth";
import { useReply } from "~/browser/use-reply";
import { useStoredKey } from "~/browser/use-stored-key";
import { OrganizationForm } from "./organization-form";
import { runAction } from "~/server/action.server";
import { sendForm } from "~/browser/client-actions";
import { settingsIntents } from "./intents";
import { paths } from "~/paths/paths";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { Card } from "~/components/ui/card";
import { setupSteps, stepsDone, type SetupProgress } from "~/domain/organizations/setup";
import { intent } from "~/browser/intents";
import { ContactLink } from "~/components/shell/contact-link";
import { useFormat } from "~/browser/use-format";
import { Alert } from "~/components/ui/alert";
import { DescriptionList, type Description } from "~/components/ui/description-list";
import { DialogLink } from "~/components/ui/route-dialog";

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
      standard: await readStandardTerms(scope),
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
  const { replyTo, mailBudget, standard, owners, hiddenSetup } = rest;
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
      <StandardTermsCard terms={standard} />
      <RepliesCard replyTo={replyTo} mayEdit={role === "owner"} />
      <MailBudgetCard {...mailBudget} />
      {hiddenSetup && <HiddenSetup progress={hiddenSetup} />}
      <Outlet />
    </div>
  );
}

/** Shows the setup checklist again if it was hidden before it was finished. */
function HiddenSetup({ progress }: { progress: SetupProgress }) {
  const { t } = useTranslation("setup");
  return (
    <Card title={t("title")} description={t("hidden")}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="tabular-nums">{t("progress", { done: stepsDone(progress), total: setupSteps.length })}</p>
        <Form method="post" className="max-md:grid max-md:w-full">
          <SubmitButton {...intent(settingsIntents, "show-setup")} variant="secondary">
            {t("show")}
          </SubmitButton>
        </Form>
      </div>
    </Card>
  );
}

type MailBudgetCardProps = { perDay: number; sent: number; waiting: number };

/** The number of emails to people who have never signed in, today and at most. */
function MailBudgetCard({ perDay, sent, waiting }: MailBudgetCardProps) {
  const { t } = useTranslation("settings");
  const { number } = useFormat();
  return (
    <Card title={t("mail_budget.title")} description={t("mail_budget.text")}>
      <p className="font-medium tabular-nums">{t("mail_budget.used", { sent: number(sent), limit: number(perDay) })}</p>
      {waiting > 0 && <p>{t("mail_budget.waiting", { count: waiting, number: number(waiting) })}</p>}
      <p className="text-muted">
        {t("mail_budget.more")}
        <ContactLink />
      </p>
    </Card>
  );
}

type OrganizationFactsProps = { organization: OrganizationSettings; owners: string[] };

/** The organization for members, who may not change it, and the owners who can. */
function OrganizationFacts({ organization, owners }: OrganizationFactsProps) {
  const { t, i18n } = useTranslation("settings");
  const names = new Intl.ListFormat(i18n.language, { type: "disjunction" }).format(owners);
  // In the order of the page.
  const facts: Record<OrganizationField, Description> = {
    organization_name: { label: t("organization.name"), value: organization.name },
    time_zone: { label: t("organization.time_zone"), value: organization.timeZone },
    default_currency: { label: t("organization.currency"), value: organization.defaultCurrency },
  };
  return (
    <Card title={t("organization.title")} description={t("organization.text")}>
      <div className="space-y-4">
        <Alert>{names ? t("organization.owner_only", { owners: names }) : t("organization.owner_only_nobody")}</Alert>
        <DescriptionList items={Object.values(facts)} />
      </div>
    </Card>
  );
}

type RepliesCardProps = { replyTo: string | null; mayEdit: boolean };

/** Shows the reply address of emails to affiliates. */
function RepliesCard({ replyTo, mayEdit }: RepliesCardProps) {
  const { t } = useTranslation("settings");
  return (
    <Card title={t("replies.title")} description={t("replies.text")}>
      <div className="flex flex-col gap-3 md:flex-row md:items-center md:justify-between">
        <p className="min-w-0 wrap-anywhere">{replyTo ?? t("replies.none")}</p>
        {mayEdit && (
          <DialogLink to={paths.replyTo()} prefetch="intent" className="shrink-0">
            {t("replies.change")}
          </DialogLink>
        )}
      </div>
    </Card>
  );
}
