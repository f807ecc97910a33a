import type { TFunction } from "i18next";
import { undoSchema } from "~/domain/shared/chosen";
import type { Scope } from "~/domain/shared/scope";
import { safePath } from "~/paths/landing";
import type { ButtonHandler } from "./action.server";
import { undoToast, type UndoTexts } from "./batch-toasts.server";

type Handler = ButtonHandler<"member", string>;

/** Returns the action of an undo button, which leads back to the page with the button, by default to `list`. */
export const undoButton = (list: string, handler: Pick<Handler, "failed" | "run">) => ({
  who: "member" as const,
  signedOut: "not_authenticated" as const,
  backTo: (form: FormData) => safePath(form.get("back")) ?? list,
  schema: undoSchema,
  ...handler,
});

interface UndoneBatch<Skipped> {
  undone: number;
  kept: Skipped[];
}

interface UndoSeveral<Skipped> extends Pick<Handler, "failed"> {
  undo: (scope: Scope, batchId: string) => Promise<UndoneBatch<Skipped>>;
  texts: (batch: UndoneBatch<Skipped>, t: TFunction) => UndoTexts;
}

/** Returns the action of a button that undoes an action on several records, and names those that stay. */
export const undoSeveral = <Skipped>(list: string, { undo, failed, texts }: UndoSeveral<Skipped>) =>
  undoButton(list, {
    failed,
    run: async (batchId, { inScope, t }) => {
      const batch = await inScope((scope) => undo(scope, batchId));
      return { toast: undoToast({ undone: batch.undone, kept: batch.kept.length }, texts(batch, t)) };
    },
  });
