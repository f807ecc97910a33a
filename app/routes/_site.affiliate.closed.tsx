import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import "~/components/closing/closing-texts";
import { Elsewhere } from "~/components/closing/elsewhere";
import { SubmitButton } from "~/components/forms/submit-button";
import { AuthCard } from "~/components/shell/auth-card";
import { paths } from "~/paths/paths";
import { portalsOf, requireAffiliate } from "~/server/open-scope.server";
import { redirect } from "~/server/redirect.server";
import { translator } from "~/server/request-language.server";

export async function loader(args: LoaderFunctionArgs) {
  const user = await requireAffiliate(args);
  const portals = await portalsOf(user);
  const closed = portals.find(({ orgId }) => orgId === user.affiliation.orgId);
  if (!closed?.isClosed) throw redirect(paths.dashboard());
  const t = await translator(args.request);
  return {
    organization: closed.name,
    others: portals.filter(({ isClosed }) => !isClosed).map(({ orgId, name }) => ({ id: orgId, name })),
    title: t("closing:portal.title", { organization: closed.name }),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...pageTitle(data?.title),
  { name: "robots", content: "noindex" },
];

/** What affiliates see of an organization that an owner has closed (WORK-13). */
export default function ClosedPortal() {
  const { organization, others, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["closing", "shell"]);
  return (
    <AuthCard title={title} description={t("portal.text", { organization })}>
      <div className="grid gap-4">
        <Elsewhere title={t("portal.others")} action={paths.switchPortal()} name="org_id" places={others} />
        <Form method="post" action={paths.signOut()} reloadDocument className="grid">
          <input type="hidden" name="door" value="affiliate" />
          <SubmitButton variant="secondary">{t("shell:sign_out")}</SubmitButton>
        </Form>
      </div>
    </AuthCard>
  );
}
