import type { ActionFunctionArgs } from "@remix-run/node";
import { entrySchema, messageSchema, takeBackSchema } from "~/domain/leads/conversation.schema";
import { requireOwnMessage, takeBackAnswer, takeBackEntry } from "~/domain/leads/take-back-entry.server";
import { answerMessage, sendMessage, writeNote } from "~/domain/leads/write-entry.server";
import type { InScope } from "~/domain/shared/scope";
import type { TFunction } from "i18next";
import type { z } from "zod";
import type { Acting, ButtonHandler, FormHandler } from "./action.server";
import { ATTACHMENT, withAttachment } from "./files/take-attachment.server";
import { requireAffiliate } from "./open-scope.server";
import { storingScope } from "./special-scopes.server";

// The forms of the conversation about a lead, on every page that shows it. `page` is the address of that page.

type Written = z.output<typeof entrySchema>;

const said = (t: TFunction, title: "note_saved" | "message_sent") =>
  ({ tone: "success", title: t(`conversation:${title}`), description: t("conversation:can_take_back") }) as const;

const takenBack = (t: TFunction) => ({ toast: { tone: "success", title: t("conversation:taken_back") } as const });

/** Returns the address of the page that a form was posted to. */
export function pageOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("index");
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

/** Returns the handlers of staff. */
export function conversationForms(page: string): {
  note: FormHandler<"member", Written>;
  message: FormHandler<"member", z.output<typeof messageSchema>>;
  "take-back": ButtonHandler<"member", z.output<typeof takeBackSchema>>;
} {
  return {
    note: {
      schema: entrySchema,
      run: async (input, { inScope, file, t }) => {
        await withAttachment(inScope as InScope, file, (stored) =>
          inScope((scope) => writeNote(scope, { ...input, file: stored })),
        );
        return { to: page, toast: said(t, "note_saved") };
      },
    },
    message: {
      schema: messageSchema,
      run: async (input, { inScope, file, t }) => {
        await withAttachment(inScope as InScope, file, (stored) =>
          inScope((scope) => sendMessage(scope, { ...input, file: stored })),
        );
        return { to: page, toast: said(t, "message_sent") };
      },
    },
    "take-back": {
      backTo: page,
      schema: takeBackSchema,
      run: async (input, { inScope, t }) => {
        await inScope((scope) => takeBackEntry(scope, input));
        return takenBack(t);
      },
    },
  };
}

/** Returns the action of the portal's pages, without the names of its intents. */
export const ownConversationAction = (args: ActionFunctionArgs) =>
  ({ who: "affiliate", takesFile: ATTACHMENT, intents: ownForms(args, pageOf(args.request)) }) as const;

function ownForms(
  args: ActionFunctionArgs,
  page: string,
): {
  message: FormHandler<"affiliate", Written>;
  "take-back": ButtonHandler<"affiliate", z.output<typeof takeBackSchema>>;
} {
  return {
    message: {
      schema: entrySchema,
      run: async (input, { inScope, file, t }: Acting<"affiliate">) => {
        const { orgId } = (await requireAffiliate(args)).affiliation;
        await withAttachment(
          (use) => storingScope(orgId, use),
          file,
          (stored) => inScope((scope) => answerMessage(scope, { ...input, file: stored })),
        );
        return { to: page, toast: said(t, "message_sent") };
      },
    },
    "take-back": {
      backTo: page,
      schema: takeBackSchema,
      run: async ({ id }, { inScope, t }) => {
        const found = await inScope(async (scope) => ({
          affiliateId: await requireOwnMessage(scope, id),
          orgId: scope.orgId,
        }));
        await storingScope(found.orgId, (scope) => takeBackAnswer(scope, { id, ...found }));
        return takenBack(t);
      },
    },
  };
}
