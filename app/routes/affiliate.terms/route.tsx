import { parseWithZod } from "@conform-to/zod/v4";
import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "~/components/ui/empty-state";
import { HelpLink } from "~/components/ui/help-link";
import { PageHeader } from "~/components/ui/page-header";
import { readOwnAffiliate } from "~/domain/affiliates/read-own-affiliate.server";
import { wonVolume } from "~/domain/deals/won-volumes.server";
import { yearOf } from "~/domain/shared/dates";
import { calculatorSchemaFor } from "~/domain/deals/calculator";
import { listTerms, type TermView } from "~/domain/terms/list-terms.server";
import { numberLocale, translator } from "~/server/request-language.server";
import { affiliateScope } from "~/server/open-scope.server";
import { ScreenError } from "~/components/errors/screen-error";
import { Calculator } from "./calculator";
import { flatFields } from "~/server/form.server";
import { screenTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import { TierList, type TierListProps } from "~/components/deals/tier-list";
import { Card } from "~/components/ui/card";
import { DescriptionList } from "~/components/ui/description-list";
import { useEffect } from "react";
import { toast } from "sonner";
import { Alert } from "~/components/ui/alert";
import { Table } from "~/components/ui/table";
import { amountsOf } from "~/components/deals/use-term-words";
import { dueText } from "~/i18n/notice-words";
import { modelOf } from "~/domain/terms/term";
import { useFormat } from "~/browser/use-format";

/** Returns the percentage; for tiered terms the lowest and the highest. */
const shareOf = ({ percent, lowest, highest }: ReturnType<ReturnType<typeof useTermWords>>) =>
  percent ?? (lowest ? `${lowest} – ${highest}` : "–");

/** Earlier versions of the terms, newest first; deals they priced keep their commission. */
function TermsHistory({ terms }: { terms: readonly TermView[] }) {
  const { t } = useTranslation("portal");
  const words = useTermWords();
  return (
    <div>
      <h2 className="text-base font-semibold">{t("terms.history")}</h2>
      <p className="mt-1 mb-3 max-w-prose text-muted">{t("terms.history_text")}</p>
      <Table
        caption={t("terms.history")}
        rows={terms}
        rowKey={(term) => term.id}
        columns={[
          { id: "start", header: t("terms.fields.start"), primary: true, cell: (term) => words(term).start },
          { id: "model", header: t("terms.fields.model"), cell: (term) => words(term).model },
          {
            id: "rev_share",
            header: t("terms.fields.rev_share"),
            align: "end",
            cell: (term) => shareOf(words(term)),
          },
          {
            id: "fixed",
            header: t("terms.fields.fixed"),
            align: "end",
            cell: (term) => words(term).fixed ?? "–",
          },
          { id: "cadence", header: t("terms.fields.cadence"), cell: (term) => words(term).cadence },
        ]}
      />
    </div>
  );
}

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
        <EmptyState framed icon="file-text" title={t("terms.none.title")} action={<HelpLink inWords />}>
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

/** The commission of the affiliate's next deal, as a sentence and in figures. */
function ActiveTerms({ term, won }: { term: TermView; won: TierListProps["won"] }) {
  const { t } = useTranslation(["portal", "terms"]);
  const words = useTermWords()(term);
  return (
    <Card title={t("terms.active")}>
      <p className="mb-2 max-w-prose">{words.sentence}</p>
      <DescriptionList
        items={[
          { label: t("terms.fields.model"), value: words.model },
          ...(term.revShareBp !== null ? [{ label: t("terms.fields.rev_share"), value: words.percent }] : []),
          ...(words.fixed ? [{ label: t("terms.fields.fixed"), value: words.fixed }] : []),
          ...(term.tiers
            ? [
                {
                  label: t("terms:tiers.label"),
                  value: <TierList tiers={term.tiers} currency={term.currency} won={won} />,
                },
              ]
            : []),
          { label: t("terms.fields.cadence"), value: words.cadence },
          { label: t("terms.fields.due"), value: dueText(t, term) },
          { label: t("terms.fields.currency"), value: term.currency },
          { label: t("terms.fields.start"), value: words.start },
        ]}
      />
    </Card>
  );
}

/** Shown if the affiliate was removed while signed in: on the page and, with JavaScript, also as a toast. */
function MissingProfile() {
  const { t } = useTranslation("portal");
  const notFound = t("terms.no_profile");
  useEffect(() => {
    toast.error(notFound, { id: "missing-profile" });
  }, [notFound]);
  return (
    <div className="space-y-6">
      <PageHeader title={t("terms.title")} />
      <Alert tone="danger" role="alert" title={notFound}>
        <p>{t("terms.no_profile_text")}</p>
        <p>{t("terms.no_profile_hint")}</p>
      </Alert>
    </div>
  );
}

/** Describes terms for the affiliate: the rule in one line, and what it means for a deal. */
function useTermWords() {
  const { t } = useTranslation("portal");
  const format = useFormat();
  return (term: TermView) => {
    const { model, ...amounts } = amountsOf(term, format);
    return {
      ...amounts,
      model: t(`terms:model.${modelOf(term)}`),
      sentence: t(`terms.sentence.${model}`, amounts),
      cadence: t(`terms:cadence.${term.cadence}`),
      start: format.day(term.startDate),
    };
  };
}
