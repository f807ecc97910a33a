import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "~/components/ui/page-header";
import { cancelImport, chooseColumns, startImport } from "~/domain/imports/change-import.server";
import { undoImport } from "~/domain/imports/undo-import.server";
import { columnsSchema, encodingSchema, startSchema } from "~/domain/imports/import.schema";
import { requestLanguage } from "~/i18n/i18n.server";
import { readAgain } from "~/server/imports/change-encoding.server";
import { importKindOf } from "~/server/imports/import-kind.server";
import { runAction } from "~/server/action.server";
import { sendForm } from "~/browser/client-actions";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import { ColumnsForm } from "./columns-form";
import { importIntents } from "./intents";
import { loadImport } from "./load.server";
import { Preview } from "./preview";
import { Progress } from "./progress";
import { Result } from "./result";

export const loader = async (args: LoaderFunctionArgs) => loadImport(args);

export async function action(args: ActionFunctionArgs) {
  const id = args.params["importId"] ?? "";
  return runAction(args, {
    who: "member",
    of: importIntents,
    intents: {
      columns: {
        schema: async () => columnsSchema(importKindOf(args.params)),
        run: async (columns, { inScope }) => {
          await inScope((scope) => chooseColumns(scope, id, columns));
          return { to: paths.importRun(importKindOf(args.params), id) };
        },
      },
      encoding: {
        schema: encodingSchema,
        run: async ({ encoding }, { inScope }) => {
          const kind = importKindOf(args.params);
          await readAgain(inScope, { kind, id, to: encoding });
          return { to: paths.importRun(kind, id) };
        },
      },
      start: {
        schema: startSchema,
        run: async (choice, { inScope }) => {
          const language = await requestLanguage(args.request);
          await inScope((scope) => startImport(scope, id, { ...choice, language }));
          return { to: paths.importRun(importKindOf(args.params), id) };
        },
      },
      undo: {
        backTo: () => paths.importRun(importKindOf(args.params), id),
        run: async (_, { inScope }) => {
          await inScope((scope) => undoImport(scope, id));
          return {};
        },
      },
      cancel: {
        backTo: () => paths.importRun(importKindOf(args.params), id),
        run: async (_, { inScope, t }) => {
          const count = await inScope((scope) => cancelImport(scope, id));
          // The page of a started import itself shows what was created.
          if (count !== null) return {};
          return {
            to: paths.import(importKindOf(args.params)),
            toast: { tone: "success", title: t("imports:cancelled.discarded") },
          };
        },
      },
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, importIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The further steps of an import: columns, preview, progress, result (API-04). */
export default function ImportSteps() {
  const loaded = useLoaderData<typeof loader>();
  const { run, step, title } = loaded;
  const { t } = useTranslation("imports");
  return (
    <div className="space-y-6">
      <PageHeader
        back={{ to: paths.import(run.kind), label: t(`title.${run.kind}`) }}
        title={title}
        subtitle={<span className="wrap-anywhere">{run.fileName}</span>}
      />
      {step === "columns" && <ColumnsForm key={`${run.status} ${run.encoding}`} {...loaded} />}
      {step === "progress" && <Progress {...loaded} />}
      {step === "preview" && <Preview {...loaded} />}
      {step === "result" && <Result {...loaded} />}
    </div>
  );
}
