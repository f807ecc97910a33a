import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { intent } from "~/browser/intents";
import { SubmitButton } from "~/components/forms/submit-button";
import { StatusBadge } from "~/components/ui/badge";
import { EmptyState } from "~/components/ui/empty-state";
import { HelpLink } from "~/components/ui/help-link";
import { DialogLink } from "~/components/ui/route-dialog";
import { RowActionButton, RowActionLink, RowActions } from "~/components/ui/row-actions";
import { Table } from "~/components/ui/table";
import type { OwnEntity, OwnField } from "~/domain/fields/own-field";
import { fieldPaths } from "~/paths/field-paths";
import { paths } from "~/paths/paths";
import "~/components/fields/field-texts";
import { fieldIntents } from "./intents";

export type FieldsTableProps = { entity: OwnEntity; fields: OwnField[]; mayChange: boolean };

/** The fields of leads or deals in the order of their forms, with their type, who sees them, and their purpose. */
export function FieldsTable({ entity, fields, mayChange }: FieldsTableProps) {
  const { t } = useTranslation("fields");
  const chosen = ({ kind, currency, options }: OwnField) => {
    if (kind === "amount") return `${t("kinds.amount")} (${currency})`;
    const shown = options.filter(({ removed }) => !removed).map(({ label }) => label);
    if (shown.length === 0) return t(`kinds.${kind}`);
    return t("common:labelled", { label: t("kinds.choice"), value: shown.join(", ") });
  };
  return (
    <Table
      caption={t(`caption.${entity}`)}
      rows={fields}
      rowKey={({ id }) => id}
      fit="few"
      empty={
        <EmptyState icon="tags" title={t(`empty.${entity}`)} action={<HelpLink inWords />}>
          {t(`empty.${entity}_text`)}
        </EmptyState>
      }
      columns={[
        {
          id: "label",
          header: t("label"),
          primary: true,
          className: "cells:min-w-40",
          cell: ({ label, key }) => (
            <span className="wrap-anywhere">
              {label}
              <span className="block font-mono text-xs font-normal text-muted cards:hidden" translate="no">
                {key}
              </span>
            </span>
          ),
        },
        {
          id: "kind",
          header: t("kind"),
          cell: (field) => <span className="cards:line-clamp-1">{chosen(field)}</span>,
        },
        {
          id: "audience",
          header: t("audience"),
          cell: ({ audience, isRequired }) => (
            <>
              {t(`audiences.${audience}`)}
              {isRequired && ` · ${t("required")}`}
            </>
          ),
        },
        {
          id: "purpose",
          header: t("purpose"),
          cell: ({ purpose }) => <span className="text-muted cards:line-clamp-1">{purpose}</span>,
        },
      ]}
      {...(mayChange && {
        rowActions: (field: OwnField) => (
          <FieldActions field={field} isFirst={field === fields[0]} isLast={field === fields.at(-1)} />
        ),
      })}
    />
  );
}

type FieldActionsProps = { field: OwnField; isFirst: boolean; isLast: boolean };

function FieldActions({ field: { id, label }, isFirst, isLast }: FieldActionsProps) {
  const { t } = useTranslation("fields");
  const moves = [...(isFirst ? [] : ["up" as const]), ...(isLast ? [] : ["down" as const])];
  return (
    <RowActions id={id} label={t("actions", { label })}>
      {moves.map((direction) => (
        <Form
          key={direction}
          method="post"
          action={paths.settings("fields")}
          preventScrollReset
          replace
          className="contents"
        >
          <input type="hidden" name="field_id" value={id} />
          <RowActionButton
            {...intent(fieldIntents, direction)}
            icon={`arrow-${direction}`}
            text={t(`move.${direction}`)}
            of={label}
          />
        </Form>
      ))}
      <RowActionLink dialog to={fieldPaths.dialog(id, "edit")} icon="pencil" text={t("edit.open")} of={label} />
      <RowActionLink dialog to={fieldPaths.dialog(id, "delete")} icon="trash" text={t("delete.open")} of={label} />
    </RowActions>
  );
}

/** Deleted fields, which can be restored or removed for good. */
export function DeletedFields({ fields, mayChange }: { fields: OwnField[]; mayChange: boolean }) {
  const { t } = useTranslation("fields");
  if (fields.length === 0) return null;
  return (
    <section aria-labelledby="deleted-fields" className="space-y-2">
      <h3 id="deleted-fields" className="font-semibold">
        {t("deleted.title")}
      </h3>
      <p className="text-muted">{t("deleted.text")}</p>
      <ul className="divide-y rounded-lg border">
        {fields.map(({ id, label, entity, kind }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {label} <StatusBadge tone="neutral">{t(`of.${entity}`)}</StatusBadge>
              <span className="block text-sm text-muted">{t(`kinds.${kind}`)}</span>
            </span>
            {mayChange && (
              <span className="flex flex-wrap gap-2">
                <Form method="post" action={paths.settings("fields")} preventScrollReset replace>
                  <input type="hidden" name="field_id" value={id} />
                  <SubmitButton
                    {...intent(fieldIntents, "restore")}
                    variant="secondary"
                    size="sm"
                    aria-label={`${t("deleted.restore")}: ${label}`}
                  >
                    {t("deleted.restore")}
                  </SubmitButton>
                </Form>
                <DialogLink size="sm" to={fieldPaths.dialog(id, "purge")} aria-label={`${t("purge.open")}: ${label}`}>
                  {t("purge.open")}
                </DialogLink>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
