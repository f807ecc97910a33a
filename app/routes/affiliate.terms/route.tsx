import { parseWithZod } from "@conform-to/zod/v4";
import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import FileText from "lucide-react/icons/file-text";
import { useTranslation } from "react-i18next";
import { EmptyState } from "~/components/ui/empty-state";
import { PageHeader } from "~/components/ui/page-header";
import { readOwnAffiliate } from "~/domain/affiliates/read-own-affiliate.server";
import { wonVolume } from "~/domain/deals/won-volumes.server";
import { yearOf } from "~/domain/shared/dates";
import { calculatorSchemaFor } from "~/domain/deals/calculator";
import { listTerms } from "~/domain/terms/list-terms.server";
import { numberLocale, translator } from "~/i18n/i18n.server";
import { affiliateScope } from "~/server/open-scope.server";
import { ScreenError } from "~/components/errors/screen-error";
import { ActiveTerms } from "./active-terms";
import { Calculator } from "./calculator";
import { MissingProfile } from "./missing-profile";
import { TermsHistory } from "./terms-history";
import { flatFields } from "~/server/form.server";
import { screenTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const title = t("portal:terms.title");
  const own = await affiliateScope({ request, context }, async (scope) => {
    const affiliate = await readOwnAffiliate(scope);
    if (!affiliate) return null;
    const year = yearOf(await scope.today());
    const won = { year, amounts: await wonVolume(scope, affiliate.id, year) };
    return { terms: await listTerms(scope, affiliate.id), won };
  });
  const asked = flatFields(new URL(request.url).searchParams);
  const question = asked.has("amount")
    ? parseWithZod(asked, { schema: calculatorSchemaFor(await numberLocale(request)) }).reply()
    : undefined;
  return data({ title, own, question }, { status: own ? 200 : 404 });
}

export const meta: MetaFunction<typeof loader> = screenTitle;

export default function Terms() {
  const { own, question } = useLoaderData<typeof loader>();
  const { t } = useTranslation("portal");
  if (!own) return <MissingProfile />;
  const { terms, won } = own;
  const active = terms.find((term) => term.active);
  const history = terms.filter((term) => !term.active);
  return (
    <div className="space-y-8">
      <PageHeader title={t("terms.title")} subtitle={t("terms.subtitle")} />
      {active ? (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <ActiveTerms term={active} won={won} />
          <Calculator term={active} won={won} question={question} />
        </div>
      ) : (
        <EmptyState framed icon={FileText} title={t("terms.none.title")}>
          {t("terms.none.text")}
        </EmptyState>
      )}
      {history.length > 0 && <TermsHistory terms={history} />}
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("portal");
  return <ScreenError title={t("terms.title")} failed={t("terms.failed")} screen={paths.ownTerms()} />;
}
