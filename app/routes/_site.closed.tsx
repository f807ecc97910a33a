import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sendForm } from "~/browser/client-actions";
import { intent } from "~/browser/intents";
import { pageTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import "~/components/closing/closing-texts";
import { Elsewhere } from "~/components/closing/elsewhere";
import { SubmitButton } from "~/components/forms/submit-button";
import { AuthCard } from "~/components/shell/auth-card";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { Link } from "~/components/ui/link";
import { reopenOrganization } from "~/domain/members/close-organization.server";
import { closedUntilDay } from "~/domain/members/read-closing.server";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { closedStaffScope, everyStaffScope, requireMember } from "~/server/open-scope.server";
import { provenTill } from "~/server/prove.server";
import { redirect } from "~/server/redirect.server";
import { translator } from "~/server/request-language.server";

const intents = { reopen: "button" } as const;

export async function loader(args: LoaderFunctionArgs) {
  const user = await requireMember(args);
  const isOwner = user.membership.role === "owner";
  const closed = await closedStaffScope(args, async (scope) => {
    const { name, subscriptionCheckedAt } = await scope.organization();
    const until = await closedUntilDay(scope);
    return {
      until,
      organization: name,
      isCustomer: subscriptionCheckedAt !== null,
      owners: isOwner ? [] : await readOwners(scope),
    };
  });
  const { until } = closed;
  if (!until) throw redirect(paths.leads());
  const all = await everyStaffScope(user, async (scope) => {
    const { name, closedAt } = await scope.organization();
    return { id: scope.orgId, name, isClosed: closedAt !== null };
  });
  const t = await translator(args.request);
  return {
    ...closed,
    until,
    isOwner,
    isProven: provenTill(user) !== null,
    others: all.filter(({ id, isClosed }) => id !== user.membership.orgId && !isClosed),
    hasPortal: user.affiliation !== null,
    title: t("closing:closed.title", { organization: closed.organization }),
  };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    of: intents,
    intents: {
      reopen: {
        backTo: paths.closed(),
        run: async (_, { inScope, t }) => {
          const organization = await inScope(async (scope) => {
            await reopenOrganization(scope);
            return (await scope.organization()).name;
          }, "deletion");
          const toast = { tone: "success", title: t("closing:closed.reopened", { organization }) } as const;
          return { to: paths.leads(), toast };
        },
      },
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, intents);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...pageTitle(data?.title),
  { name: "robots", content: "noindex" },
];

/** What members see of an organization that an owner has closed, until it is deleted (WORK-13). */
export default function Closed() {
  const { title, until, isOwner, isCustomer, isProven, owners, others, hasPortal } = useLoaderData<typeof loader>();
  const { t, i18n } = useTranslation(["closing", "exports", "factor", "shell"]);
  const date = useFormat().day(until);
  const names = new Intl.ListFormat(i18n.language, { type: "disjunction" }).format(owners);
  return (
    <AuthCard
      title={title}
      description={t("closed.text", { date })}
      footer={<Link to={paths.changeFactor("delete")}>{t("factor:delete.title")}</Link>}
    >
      <div className="grid gap-4">
        {isOwner ? (
          <>
            <Form method="post" className="grid">
              <SubmitButton {...intent(intents, "reopen")} pendingLabel={t("closed.reopening")}>
                {t("closed.reopen")}
              </SubmitButton>
            </Form>
            {isCustomer && <p className="text-muted">{t("closed.plan")}</p>}
            {isProven ? (
              <ButtonLink to={paths.archiveZip()} variant="secondary" reloadDocument prefetch="none">
                <Icon name="download" />
                {t("exports:archive.download")}
              </ButtonLink>
            ) : (
              <ButtonLink to={paths.prove({ redirectTo: paths.closed() })} variant="secondary" prefetch="none">
                {t("exports:archive.open")}
              </ButtonLink>
            )}
          </>
        ) : (
          <p>{t("closed.ask", { names })}</p>
        )}
        <Elsewhere
          title={t("closed.others")}
          action={paths.organizations()}
          hidden={{ intent: "switch" }}
          name="organization"
          places={others}
        />
        {hasPortal && (
          <ButtonLink to={paths.dashboard()} variant="secondary">
            {t("closed.portal")}
          </ButtonLink>
        )}
        <Form method="post" action={paths.signOut()} reloadDocument className="grid">
          <SubmitButton variant="secondary">{t("shell:sign_out")}</SubmitButton>
        </Form>
      </div>
    </AuthCard>
  );
}
