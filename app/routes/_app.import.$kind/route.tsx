import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "~/components/ui/page-header";
import { latestImports } from "~/domain/imports/read-import.server";
import { DomainError } from "~/domain/shared/errors";
import { requireStaff } from "~/domain/shared/permissions";
import { translator } from "~/i18n/i18n.server";
import { importKindOf } from "~/server/imports/import-kind.server";
import { stageFile } from "~/server/imports/stage-file.server";
import { runAction } from "~/server/action.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import { EarlierImports } from "./earlier-imports";
import { UploadForm } from "./upload-form";

export async function loader(args: LoaderFunctionArgs) {
  const kind = importKindOf(args.params);
  const t = await translator(args.request);
  return staffScope(args, async (scope) => ({
    title: t(`imports:title.${kind}`),
    kind,
    earlier: await latestImports(scope, kind),
    timeZone: (await scope.organization()).timeZone,
  }));
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    takesFile: "file",
    run: async (_, { file, inScope }) => {
      const kind = importKindOf(args.params);
      // A user who may not import gets the error before the file is sent.
      await inScope(async (scope) => requireStaff(scope));
      if (!file) throw new DomainError("import_file_missing", {}, "file");
      const id = await stageFile(inScope, { kind, ...file }).catch(refusedAtFile);
      return { to: paths.importRun(kind, id) };
    },
  });
}

/** Moves an error about a file to its field. */
function refusedAtFile(error: unknown): never {
  if (!(error instanceof DomainError) || error.field || !error.code.startsWith("import_")) throw error;
  throw error.at("file");
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The first step of an import: the file (API-04). */
export default function ImportFile() {
  const { title, kind, earlier, timeZone } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["imports", "leads", "affiliates"]);
  return (
    <div className="max-w-3xl space-y-6">
      <PageHeader
        back={{ to: paths[kind](), label: kind === "leads" ? t("leads:title") : t("affiliates:title") }}
        title={title}
        subtitle={t(`text.${kind}`)}
      />
      <UploadForm />
      <EarlierImports kind={kind} earlier={earlier} timeZone={timeZone} />
    </div>
  );
}
