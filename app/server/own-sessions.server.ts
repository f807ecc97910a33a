import { z } from "zod";
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type OwnSession,
} from "~/domain/identity/own-sessions.server";
import { translator } from "~/i18n/i18n.server";
import type { ActorKind } from "./acting.server";
import type { ButtonHandler } from "./action.server";
import { database } from "./app-context.server";
import { deviceOf } from "./device.server";
import { requireUser } from "./open-scope.server";
import { currentSecret, type RequestContext } from "./session.server";
import { logSignIn } from "./sign-in-log.server";

// The sessions of whoever asks (AUTH-08), for the settings of staff and of affiliates.

/** A session as its person sees it. */
export type ShownSession = Omit<OwnSession, "userAgent"> & { device: string };

/** The sessions of the person signed in, this one first. */
export async function ownSessions(args: RequestContext): Promise<ShownSession[]> {
  const { id } = await requireUser(args);
  const secret = await currentSecret(args.request);
  const t = await translator(args.request);
  const sessions = await database().withStatements((scope) => listOwnSessions(scope, id, secret));
  return sessions.map(({ userAgent, ...session }) => ({ ...session, device: deviceOf(userAgent, t) }));
}

const endSchema = z.object({ session: z.string().max(100) });

/** What the buttons of the list do, for the action of the page `backTo`. */
export function sessionButtons<W extends ActorKind>(args: RequestContext, backTo: string) {
  const end: ButtonHandler<W, z.output<typeof endSchema>> = {
    backTo,
    schema: endSchema,
    run: async ({ session }, { t }) => {
      const { id } = await requireUser(args);
      const secret = await currentSecret(args.request);
      await database().withStatements((scope) => endOwnSession(scope, id, secret, session));
      logSignIn(args, "session_ended", { user_id: id });
      return { toast: { tone: "success", title: t("settings:sessions.ended") } };
    },
  };
  const endOthers: ButtonHandler<W, unknown> = {
    backTo,
    run: async (_, { t }) => {
      const { id } = await requireUser(args);
      const secret = await currentSecret(args.request);
      await database().withStatements((scope) => endOtherSessions(scope, id, secret));
      logSignIn(args, "session_ended", { user_id: id });
      return { toast: { tone: "success", title: t("settings:sessions.others_ended") } };
    },
  };
  return { end, "end-others": endOthers };
}
