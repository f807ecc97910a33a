import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "~/components/ui/page-header";
import { latestImports, type ImportSummary } from "~/domain/imports/read-import.server";
import { DomainError } from "~/domain/shared/errors";
import { requireStaff } from "~/domain/shared/permissions";
import { translator } from "~/server/request-language.server";
import { importKindOf } from "~/server/imports/import-kind.server";
import { stageFile } from "~/server/imports/stage-file.server";
import { runAction } from "~/server/action.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { ImportStatusBadge } from "~/components/imports/import-status-badge";
import { Table } from "~/components/ui/table";
import { KEPT_DAYS, type ImportKind, MAX_BYTES, MAX_ROWS } from "~/domain/imports/import-run";
import { useFormat } from "~/browser/use-format";
import { getFormProps, useForm } from "@conform-to/react";
import { controlProps, FieldFrame } from "~/components/forms/field-frame";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { Card } from "~/components/ui/card";
import { controlClass } from "~/components/ui/input";
import { useReply } from "~/browser/use-reply";
import "~/components/imports/import-texts";

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
  const { t } = useTranslation(["imports", "leads", "affiliates", "commissions"]);
  return (
    <div className="max-w-3xl space-y-6">
      <PageHeader
        back={{ to: paths.importedList(kind), label: t(`${areas[kind]}:title`) }}
        title={title}
        subtitle={t(`text.${kind}`)}
      />
      <UploadForm />
      <EarlierImports kind={kind} earlier={earlier} timeZone={timeZone} />
    </div>
  );
}

/** The texts of the list that a kind of import belongs to. */
const areas = { leads: "leads", affiliates: "affiliates", "customer-payments": "commissions" } as const;

type EarlierImportsProps = { kind: ImportKind; earlier: ImportSummary[]; timeZone: string };

/** The latest imports, to look at their results or to continue one. */
function EarlierImports({ kind, earlier, timeZone }: EarlierImportsProps) {
  const { t } = useTranslation("imports");
  const { when } = useAuditWords(timeZone);
  const { number } = useFormat();
  if (earlier.length === 0) return null;
  return (
    <section aria-labelledby="earlier" className="space-y-3">
      <div>
        <h2 id="earlier" className="text-base font-semibold">
          {t("earlier.title")}
        </h2>
        <p className="mt-1 text-muted">{t("earlier.text", { count: KEPT_DAYS })}</p>
      </div>
      <Table
        caption={t("earlier.title")}
        fit="few"
        rows={earlier}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.importRun(kind, id)}
        columns={[
          {
            id: "file",
            header: t("earlier.file"),
            primary: true,
            cell: ({ fileName }) => <span className="wrap-anywhere">{fileName}</span>,
          },
          {
            id: "status",
            header: t("earlier.status"),
            cell: ({ status }) => <ImportStatusBadge status={status} />,
          },
          { id: "rows", header: t("earlier.rows"), align: "end", labelled: true, cell: ({ rows }) => number(rows) },
          {
            id: "when",
            header: t("earlier.when"),
            align: "end",
            cell: ({ at }) => (
              <time dateTime={at} className="whitespace-nowrap">
                {when(at)}
              </time>
            ),
          },
        ]}
      />
    </section>
  );
}

/** The file field of the import. Without JavaScript it is sent as a file, too. */
function UploadForm() {
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  const [form, fields] = useForm<{ file?: string }>({ id: "import-file", lastResult: useReply() });
  const label = t("file.label");
  const help = t("file.help", { size: MAX_BYTES / 1024 / 1024, rows: number(MAX_ROWS) });
  return (
    <Card>
      <Form {...getFormProps(form)} method="post" encType="multipart/form-data" className="grid gap-4">
        <FormErrors form={form} labels={{ file: label }} />
        <FieldFrame field={fields.file} label={label} help={help}>
          <input
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            {...controlProps({ field: fields.file, help, required: true })}
            className={`${controlClass} py-2 file:mr-3 file:border-0 file:bg-transparent file:font-medium file:text-accent`}
          />
        </FieldFrame>
        <p className="text-muted">{t("file.next")}</p>
        <FormActions>
          <SubmitButton pendingLabel={t("file.pending")}>{t("file.submit")}</SubmitButton>
        </FormActions>
      </Form>
    </Card>
  );
}
