import type { TFunction } from "i18next";
import type { z } from "zod";
import type { Scope } from "~/domain/shared/scope";
import { deleteView, editView } from "~/domain/views/edit-view.server";
import { saveView } from "~/domain/views/save-view.server";
import { deleteViewSchema, editViewSchema, saveViewSchema, updateViewSchema } from "~/domain/views/saved-view";
import { returnPath } from "~/paths/landing";
import { savedAddress } from "~/paths/view-path";

interface Acting {
  form: FormData;
  t: TFunction;
  inScope<T>(use: (scope: Scope) => Promise<T>): Promise<T>;
}

const done = (t: TFunction, text: "saved" | "updated" | "deleted") => ({
  toast: { tone: "success" as const, title: t(`views:toast.${text}`) },
});

/** The forms of the menu of saved views. Each leads back to the list. */
export const viewHandlers = {
  save: {
    backTo: returnPath,
    schema: saveViewSchema,
    run: async (input: z.infer<typeof saveViewSchema>, { inScope, t }: Acting) => {
      const id = await inScope((scope) => saveView(scope, input));
      return { to: savedAddress({ id, ...input }), ...done(t, "saved") };
    },
  },
  edit: {
    backTo: returnPath,
    schema: editViewSchema,
    run: async (input: z.infer<typeof editViewSchema>, { inScope, t }: Acting) => {
      await inScope((scope) => editView(scope, input));
      return done(t, "updated");
    },
  },
  update: {
    backTo: returnPath,
    schema: updateViewSchema,
    run: async ({ view, list, query }: z.infer<typeof updateViewSchema>, { inScope, t }: Acting) => {
      await inScope((scope) => editView(scope, { view, query }));
      return { to: savedAddress({ id: view, list, query }), ...done(t, "updated") };
    },
  },
  delete: {
    backTo: returnPath,
    schema: deleteViewSchema,
    run: async ({ view }: z.infer<typeof deleteViewSchema>, { inScope, t }: Acting) => {
      await inScope((scope) => deleteView(scope, view));
      return done(t, "deleted");
    },
  },
};
