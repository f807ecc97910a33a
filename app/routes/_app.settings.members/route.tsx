import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, type ClientActionFunctionArgs, Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { Icon } from "~/components/ui/icon";
import { DialogLink } from "~/components/ui/route-dialog";
import { invitationButtonSchema } from "~/domain/members/member.schema";
import { resendInvitation } from "~/domain/members/resend-invitation.server";
import { revokeInvitation } from "~/domain/members/revoke-invitation.server";
import { mayResend } from "~/domain/members/send-invitation.server";
import { requireFactor, requiresFactor } from "~/domain/organizations/require-factor.server";
import { DomainError } from "~/domain/shared/errors";
import { requireOwner } from "~/domain/shared/permissions";
import { requestLanguage, translator } from "~/server/request-language.server";
import { requireMailable } from "~/server/rate-limits.server";
import { runAction } from "~/server/action.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { sendForm } from "~/browser/client-actions";
import { useAuth } from "~/browser/use-auth";
import { paths } from "~/paths/paths";
import { memberIntents } from "./intents";
import { MembersTable } from "./members-table";
import { OpenInvitations } from "./open-invitations";
import { readMembersPage } from "./members-page.server";
import { SubmitButton } from "~/components/forms/submit-button";
import { StatusBadge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import { Link } from "~/components/ui/link";
import { intent } from "~/browser/intents";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("members:title");
  const language = await requestLanguage(request);
  return staffScope({ request, context }, async (scope, user) => ({
    title,
    ...(await readMembersPage(scope, user.membership.role === "owner", language)),
    factor: { isRequired: await requiresFactor(scope), hasFactor: user.hasFactor },
  }));
}

export async function action(args: ActionFunctionArgs) {
  const backTo = paths.settings("members");
  return runAction(args, {
    who: "member",
    of: memberIntents,
    intents: {
      resend: {
        backTo,
        schema: invitationButtonSchema,
        run: async ({ invitation }, { inScope, t }) => {
          const language = await requestLanguage(args.request);
          const email = await inScope((scope) => mayResend(scope, invitation));
          await requireMailable(email);
          await inScope((scope) => resendInvitation(scope, invitation, language));
          return {
            toast: {
              tone: "success",
              title: t("members:toast.invited"),
              description: t("members:toast.invited_text", { email }),
            },
          };
        },
      },
      require: {
        backTo,
        run: async (_, { inScope, t }) => {
          await inScope(async (scope, user) => {
            requireOwner(scope);
            if (!user.hasFactor) throw new DomainError("factor_own_first");
            await requireFactor(scope, true);
          });
          return { toast: { tone: "success", title: t("members:factor.required") } };
        },
      },
      release: {
        backTo,
        run: async (_, { inScope, t }) => {
          await inScope((scope) => requireFactor(scope, false));
          return { toast: { tone: "success", title: t("members:factor.released") } };
        },
      },
      revoke: {
        backTo,
        schema: invitationButtonSchema,
        run: async ({ invitation }, { inScope, t }) => {
          const email = await inScope((scope) => revokeInvitation(scope, invitation));
          return {
            toast: {
              tone: "success",
              title: t("members:toast.revoked"),
              description: t("members:toast.revoked_text", { email }),
            },
          };
        },
      },
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, memberIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The members of the organization, and the open invitations (ORG-05). */
export default function Members() {
  const { organization, members, owners, invitations, factor } = useLoaderData<typeof loader>();
  const { t, i18n } = useTranslation("members");
  const { role } = useAuth();
  const names = new Intl.ListFormat(i18n.language, { type: "disjunction" }).format(owners);
  return (
    <div className="min-w-0 space-y-6">
      <section aria-labelledby="members" className="space-y-4">
        <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <h2 id="members" className="text-base font-semibold">
              {t("title")}
            </h2>
            <p className="mt-1 max-w-prose text-muted wrap-anywhere">{t("text", { organization })}</p>
          </div>
          {role === "owner" && (
            <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
              <DialogLink to={paths.handOver()}>{t("action.hand_over")}</DialogLink>
              <DialogLink variant="primary" to={paths.inviteMember()}>
                <Icon name="user-plus" />
                {t("invite.open")}
              </DialogLink>
            </div>
          )}
        </header>
        {role !== "owner" && <Alert>{t("owner_only", { owners: names })}</Alert>}
        <MembersTable members={members} />
      </section>
      {role === "owner" && <OpenInvitations invitations={invitations} />}
      {role === "owner" && <RequiredFactor {...factor} />}
      <Outlet />
    </div>
  );
}

type RequiredFactorProps = {
  isRequired: boolean;
  /** True if the acting owner has a second factor; only then they can require it. */
  hasFactor: boolean;
};

/** The owner's switch that requires a second factor of all members (AUTH-14). */
function RequiredFactor({ isRequired, hasFactor }: RequiredFactorProps) {
  const { t } = useTranslation("members");
  return (
    <Card
      headingLevel={3}
      title={t("factor.title")}
      description={t(isRequired ? "factor.on_text" : "factor.text")}
      actions={isRequired && <StatusBadge tone="success">{t("factor.on")}</StatusBadge>}
    >
      {isRequired || hasFactor ? (
        <Form method="post" preventScrollReset className="max-md:grid">
          <SubmitButton {...intent(memberIntents, isRequired ? "release" : "require")} variant="secondary">
            {t(isRequired ? "factor.release" : "factor.require")}
          </SubmitButton>
        </Form>
      ) : (
        <p>
          {t("factor.own_first")}{" "}
          <Link to={paths.settings("account")} className="text-accent underline underline-offset-4">
            {t("factor.own")}
          </Link>
        </p>
      )}
    </Card>
  );
}
