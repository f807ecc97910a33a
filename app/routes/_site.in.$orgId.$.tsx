import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { SubmitButton } from "~/components/forms/submit-button";
import { AuthCard } from "~/components/shell/auth-card";
import { ButtonLink } from "~/components/ui/button";
import { translator } from "~/server/request-language.server";
import { homeOf } from "~/paths/landing";
import { organizationPathOf } from "~/paths/organization-path";
import { paths } from "~/paths/paths";
import { enterOrganization } from "~/server/enter-organization.server";
import { wantedPath } from "~/server/wanted-path.server";

/**
 * Redirects to a page of the organization in the URL. A user without access gets an error page, which is the same for
 * foreign and for unknown organizations.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const entered = await enterOrganization({ request, context });
  if (entered instanceof Response) throw entered;
  const t = await translator(request);
  const wanted = wantedPath(request);
  return data(
    {
      email: entered.email,
      home: homeOf(entered),
      wanted,
      door: organizationPathOf(wanted)?.door,
      title: t("auth:no_access.title"),
    },
    { status: 404 },
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...pageTitle(data?.title),
  { name: "robots", content: "noindex" },
];

export default function NoAccess() {
  const { email, home, wanted, door, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("auth");
  return (
    <AuthCard title={title} description={<span className="wrap-anywhere">{t("no_access.text", { email })}</span>}>
      <div className="grid gap-4">
        <p>{t("no_access.why")}</p>
        <Form method="post" action={paths.signOut()} reloadDocument className="grid">
          <input type="hidden" name="redirect_to" value={wanted} />
          {door === "portal" && <input type="hidden" name="door" value="affiliate" />}
          <SubmitButton>{t("no_access.other")}</SubmitButton>
        </Form>
        <ButtonLink variant="secondary" to={home}>
          {t("link.go_on")}
        </ButtonLink>
      </div>
    </AuthCard>
  );
}
