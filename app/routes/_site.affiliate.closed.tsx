import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import "~/components/closing/closing-texts";
import { Elsewhere } from "~/components/closing/elsewhere";
import { SubmitButton } from "~/components/forms/submit-button";
import { AuthCard } from "~/components/shell/auth-card";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { Link } from "~/components/ui/link";
import { closedUntilDay } from "~/domain/members/read-closing.server";
import { listOwnDocuments, type OwnDocument } from "~/domain/payouts/documents.server";
import { paths } from "~/paths/paths";
import { affiliateScope, portalsOf, requireAffiliate } from "~/server/open-scope.server";
import { redirect } from "~/server/redirect.server";
import { translator } from "~/server/request-language.server";

export async function loader(args: LoaderFunctionArgs) {
  const user = await requireAffiliate(args);
  const portals = await portalsOf(user);
  const closed = portals.find(({ orgId }) => orgId === user.affiliation.orgId);
  if (!closed?.isClosed) throw redirect(paths.dashboard());
  const t = await translator(args.request);
  const kept = await affiliateScope(
    args,
    async (scope) => ({ until: await closedUntilDay(scope), documents: await listOwnDocuments(scope) }),
    { whileClosed: true },
  );
  return {
    ...kept,
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
  const { organization, until, documents, others, title } = useLoaderData<typeof loader>();
  const date = useFormat().day;
  const { t } = useTranslation(["closing", "shell"]);
  return (
    <AuthCard title={title} description={t("portal.text", { organization })}>
      <div className="grid gap-4">
        {until && <p>{t("portal.until", { date: date(until) })}</p>}
        <ButtonLink to={paths.ownData()} reloadDocument prefetch="none">
          <Icon name="download" />
          {t("portal.data")}
        </ButtonLink>
        {documents.length > 0 && <Documents documents={documents} />}
        <Elsewhere title={t("portal.others")} action={paths.switchPortal()} name="org_id" places={others} />
        <Form method="post" action={paths.signOut()} reloadDocument className="grid">
          <input type="hidden" name="door" value="affiliate" />
          <SubmitButton variant="secondary">{t("shell:sign_out")}</SubmitButton>
        </Form>
      </div>
    </AuthCard>
  );
}

/** The self-billed invoices, which the affiliate needs for the tax office. */
function Documents({ documents }: { documents: readonly OwnDocument[] }) {
  const { t } = useTranslation("closing");
  return (
    <section aria-labelledby="documents">
      <h2 id="documents" className="font-semibold">
        {t("portal.documents")}
      </h2>
      <ul className="mt-2 grid max-h-64 gap-1 overflow-y-auto">
        {documents.map(({ id, number, formats }) => (
          <li key={id} className="flex flex-wrap gap-x-4">
            {formats.map((format) => (
              <Link
                key={format}
                to={paths.ownDocument(id, format)}
                reloadDocument
                prefetch="none"
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                {t("portal.file", { number, format: format.toUpperCase() })}
              </Link>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
