import type { TFunction } from "i18next";
import type { z } from "zod";
import type { Scope } from "~/domain/shared/scope";
import { afterUndo } from "~/domain/shared/undo";
import { setDefaultView } from "~/domain/views/default-view.server";
import { deleteView, editView } from "~/domain/views/edit-view.server";
import { saveView } from "~/domain/views/save-view.server";
import {
  defaultViewSchema,
  deleteViewSchema,
  editViewSchema,
  saveViewSchema,
  updateViewSchema,
} from "~/domain/views/saved-view";
import { returnPath } from "~/paths/landing";
import { savedAddress } from "~/paths/view-path";

interface Acting {
  form: FormData;
  t: TFunction;
  inScope<T>(use: (scope: Scope) => Promise<T>): Promise<T>;
}

const done = (t: TFunction, text: "saved" | "updated" | "deleted" | "default_on" | "default_off") => ({
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
      const now = await inScope(async (scope) => {
        await deleteView(scope, view);
        return scope.now;
      });
      const { toast } = done(t, "deleted");
      return { toast: { ...toast, undo: { of: "view" as const, batchId: view, until: afterUndo(now).getTime() } } };
    },
  },
  default: {
    backTo: returnPath,
    schema: defaultViewSchema,
    run: async ({ view, is_default }: z.infer<typeof defaultViewSchema>, { inScope, t }: Acting) => {
      const isDefault = is_default === "on";
      await inScope((scope) => setDefaultView(scope, { view, isDefault }));
      return done(t, isDefault ? "default_on" : "default_off");
    },
  },
};
