import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientLoaderFunctionArgs, Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { fewestLetters, useFound } from "~/components/search/use-found";
import type { SearchAnswer } from "~/components/search/use-search";
import { PageHeader } from "~/components/ui/page-header";
import { searchOrganization } from "~/domain/search/search-organization.server";
import { cut } from "~/domain/shared/damaged";
import { translator } from "~/server/request-language.server";
import { staffScope } from "~/server/open-scope.server";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";
import { NothingFound } from "./nothing-found";
import { Results, type ResultKind } from "./results";
import { paths } from "~/paths/paths";
import type { TFunction } from "i18next";
import { actions, commandsFor, screens } from "~/components/search/commands";
import { SubmitButton } from "~/components/forms/submit-button";
import { SearchInput } from "~/components/ui/search-input";

/** Maximum number of results per kind; the screens of the kinds show the rest. */
const MAX_SHOWN = 8;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const q = cut((new URL(request.url).searchParams.get("q") ?? "").trim(), 200);
  const t = await translator(request);
  const result = await staffScope({ request, context }, async (scope) =>
    q.length < fewestLetters ? null : searchOrganization(scope, q, MAX_SHOWN),
  );
  return { title: q ? t("shell:search.results", { query: q }) : t("shell:search.label"), q, result };
}

/** The command menu also uses this loader. A network error must not replace the page that the menu is on. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>();
  } catch (problem) {
    if (problem instanceof Response) throw problem;
    const q = new URL(request.url).searchParams.get("q") ?? "";
    return { title: undefined, q: q.trim(), result: null, failed: true };
  }
}

export const meta: MetaFunction<typeof loader> = screenTitle;

export default function Search() {
  const { q, result, failed } = useLoaderData<typeof loader>() as SearchAnswer;
  const { t } = useTranslation("shell");
  const found = [...useFound(q, result), ...commandResults(q, t)];
  return (
    <div className="max-w-3xl space-y-6">
      <PageHeader
        title={q && found.length > 0 ? t("search.results", { query: q }) : t("search.label")}
        subtitle={t("search.subtitle")}
      />
      <SearchForm q={q} />
      {found.length > 0 ? <Results kinds={found} /> : <NothingFound q={q} failed={failed} />}
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("shell");
  return <ScreenError title={t("search.label")} failed={t("search.failed")} screen={paths.search()} />;
}

/** Returns actions and screens whose name contains every word of the search, as one more kind of result. */
function commandResults(q: string, t: TFunction): ResultKind[] {
  if (q.length < fewestLetters) return [];
  const commands = [...commandsFor(actions, q, t), ...commandsFor(screens, q, t)];
  if (commands.length === 0) return [];
  const found = commands.map(({ to, text }) => ({ id: to, to, title: t(`shell:${text}`), detail: "" }));
  return [{ kind: "screens", icon: "compass", found, more: false, all: "" }];
}

/** The field of the top bar, for phones, whose top bar has no space for it. */
function SearchForm({ q }: { q: string }) {
  const { t } = useTranslation("shell");
  return (
    <Form action={paths.search()} role="search" aria-label={t("search.label")} className="flex gap-2 md:hidden">
      <SearchInput
        key={q}
        defaultValue={q}
        autoComplete="off"
        aria-label={t("search.label")}
        placeholder={t("search.placeholder")}
        className="flex-1"
      />
      <SubmitButton>{t("search.submit")}</SubmitButton>
    </Form>
  );
}
