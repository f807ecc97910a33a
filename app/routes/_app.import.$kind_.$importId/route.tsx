import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs, useRevalidator } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "~/components/ui/page-header";
import { cancelImport, chooseColumns, startImport } from "~/domain/imports/change-import.server";
import { undoImport } from "~/domain/imports/undo-import.server";
import { columnsSchema, encodingSchema, startSchema } from "~/domain/imports/import.schema";
import { requestLanguage } from "~/server/request-language.server";
import { readAgain } from "~/server/imports/change-encoding.server";
import { importKindOf } from "~/server/imports/import-kind.server";
import { staffOwnFields } from "~/server/own-fields.server";
import { runAction } from "~/server/action.server";
import { sendForm } from "~/browser/client-actions";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import { ColumnsForm } from "./columns-form";
import { importIntents } from "./intents";
import { loadImport, type LoadedImport } from "./load.server";
import { Result } from "./result";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { CancelButton } from "./cancel-button";
import { LeftOut } from "./left-out";
import { OutcomeCards } from "./outcome-cards";
import { RowList } from "./row-list";
import { StartForm } from "./start-form";
import { useEffect } from "react";
import { Card } from "~/components/ui/card";
import { useFormat } from "~/browser/use-format";
import "~/components/imports/import-texts";

const LOOK_EVERY_MS = 1_000;

/** Styled here, because the default progress bars have the same darkness in both parts. */
const barClass =
  "h-3 w-full appearance-none overflow-hidden rounded-full border border-control bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent forced-colors:appearance-auto";

/** Shows how many rows are checked or created. Refreshes by itself; without JavaScript by its link. */
function Progress({ run }: LoadedImport) {
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(() => revalidate(), LOOK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [state, revalidate]);
  const creates = run.status === "creating";
  const isOfPayments = run.kind === "customer-payments";
  const label = t(
    creates && isOfPayments ? "progress.recording" : `progress.${run.status as "checking" | "creating" | "undoing"}`,
  );
  return (
    <div className="max-w-3xl space-y-6">
      <Card>
        <p id="progress" className="mb-3 font-medium">
          {label}
        </p>
        <progress aria-labelledby="progress" value={run.position} max={run.rows} className={barClass} />
        <p role="status" className="mt-2 text-muted tabular-nums">
          {t("progress.rows", { done: number(run.position), rows: number(run.rows) })}
        </p>
        <p className="mt-2 text-muted">{t("progress.leave")}</p>
        <ButtonLink
          variant="secondary"
          to={paths.importRun(run.kind, run.id)}
          reloadDocument
          className="mt-3 hidden noscript:inline-flex"
        >
          {t("progress.look")}
        </ButtonLink>
      </Card>
      {run.status !== "undoing" && (
        <div className="space-y-2">
          <CancelButton label={t("cancel.submit")} />
          {creates && <p className="text-muted">{t(isOfPayments ? "payments.stays" : "cancel.stays")}</p>}
        </div>
      )}
    </div>
  );
}

export const loader = async (args: LoaderFunctionArgs) => loadImport(args);

export async function action(args: ActionFunctionArgs) {
  const id = args.params["importId"] ?? "";
  return runAction(args, {
    who: "member",
    of: importIntents,
    intents: {
      columns: {
        schema: async () => {
          const kind = importKindOf(args.params);
          return columnsSchema(kind, kind === "leads" ? (await staffOwnFields(args, "lead")).fields : []);
        },
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
          const kind = importKindOf(args.params);
          const discarded = kind === "customer-payments" ? "imports:payments.discarded" : "imports:cancelled.discarded";
          return { to: paths.import(kind), toast: { tone: "success", title: t(discarded) } };
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

/** Shows what would be created, and which rows are wrong and why; nothing is created yet. */
function Preview(loaded: LoadedImport) {
  const { run, counts } = loaded;
  const { t } = useTranslation("imports");
  const isOfPayments = run.kind === "customer-payments";
  const isEmpty = counts.ready + (run.kind === "leads" ? counts.duplicate : 0) === 0;
  return (
    <>
      <OutcomeCards counts={counts} run={run} />
      <LeftOut {...loaded} />
      <UnknownAffiliates {...loaded} />
      {isEmpty ? (
        <Alert tone="warning" title={t(isOfPayments ? "payments.nothing" : "preview.nothing")}>
          {t(isOfPayments ? "payments.nothing_text" : "preview.nothing_text")}
        </Alert>
      ) : (
        <StartForm {...loaded} />
      )}
      <div className="flex flex-wrap gap-2 max-md:*:flex-auto">
        <ButtonLink variant="secondary" to={paths.importRun(run.kind, run.id, { step: "columns" })}>
          {t("preview.columns")}
        </ButtonLink>
        <CancelButton label={t("cancel.discard")} />
      </div>
      <RowList {...loaded} />
    </>
  );
}

/** Lists unknown affiliates that rows name, each once, and the options. */
function UnknownAffiliates({ unknown }: Pick<LoadedImport, "unknown">) {
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  if (!unknown) return null;
  const { rows, more } = unknown;
  const names = unknown.names.join(", ");
  return (
    <Alert tone="warning" title={t("unknown.title", { count: rows, rows: number(rows) })}>
      <p className="wrap-anywhere">
        {more > 0 ? t("unknown.more", { names, count: more, number: number(more) }) : names}
      </p>
      <p className="mt-1">{t("unknown.next")}</p>
    </Alert>
  );
}
