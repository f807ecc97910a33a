import { z } from "zod";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { countOwnValues } from "~/domain/fields/delete-own-field.server";
import type { OwnEntity, OwnField } from "~/domain/fields/own-field";
import type { ReadingOwn } from "~/domain/fields/own-value";
import { readOwnData } from "~/domain/fields/own-values.server";
import { readOwnField } from "~/domain/fields/read-own-fields.server";
import { recordId } from "~/domain/shared/fields";
import type { Scope } from "~/domain/shared/scope";
import { paths } from "~/paths/paths";
import type { ButtonHandler } from "./action.server";
import { affiliateScope, staffScope } from "./open-scope.server";
import { numberLocale } from "./request-language.server";

/** Returns the field in the URL of a dialog of the settings. Throws 404 for any other. */
export async function namedOwnField(
  { request, context, params }: LoaderFunctionArgs,
  { isDeleted }: { isDeleted: boolean },
) {
  const { data: id } = recordId.safeParse(params["fieldId"]);
  const found = await staffScope({ request, context }, async (scope, user) => {
    const field = id === undefined ? null : await readOwnField(scope, id);
    if (field?.isDeleted !== isDeleted) return null;
    return { field, isOwner: user.membership.role === "owner", values: await countOwnValues(scope, field) };
  });
  if (!found) throw new Response(null, { status: 404, statusText: "Not Found" });
  return found;
}

const fieldId = z.object({ field_id: recordId }).transform((input) => input.field_id);

/**
 * Returns the handler of a button that does something with the field `field_id`: of a row, or of the URL of a dialog,
 * which names it for `runAction`. `change` returns the label of the field for the toast.
 */
export const ownFieldButton = (
  change: (scope: Scope, id: string) => Promise<string>,
  done: "move.done" | "deleted.restored" | "delete.done" | "purge.done",
) =>
  ({
    backTo: paths.settings("fields"),
    schema: fieldId,
    run: async (id, { inScope, t }) => {
      const label = await inScope((scope) => change(scope, id));
      return { toast: { tone: "success", title: t(`fields:${done}`, { label }) } };
    },
  }) satisfies ButtonHandler<"member", string>;

/** What the schema of a form with own fields needs: the fields of the moment, and how entries are read. */
export interface OwnFieldsOfForm {
  fields: OwnField[];
  reading: ReadingOwn;
}

/** Reads the own fields for a form of staff. `id` is the record that the form edits. */
export async function staffOwnFields(
  { request, context }: ActionFunctionArgs,
  entity: OwnEntity,
  id?: string,
): Promise<OwnFieldsOfForm> {
  const locale = await numberLocale(request);
  return staffScope({ request, context }, (scope) => ofForm(scope, entity, locale, id));
}

/** Reads the own fields for a form of the portal: those that affiliates see. */
export async function affiliateOwnFields(
  { request, context }: ActionFunctionArgs,
  entity: OwnEntity,
): Promise<OwnFieldsOfForm> {
  const locale = await numberLocale(request);
  return affiliateScope({ request, context }, (scope) => ofForm(scope, entity, locale));
}

async function ofForm(scope: Scope, entity: OwnEntity, locale: string, id?: string): Promise<OwnFieldsOfForm> {
  const { fields, values } = await readOwnData(scope, entity, recordId.safeParse(id).data ?? null);
  return { fields, reading: { locale, stored: values } };
}
