import { z } from "zod";
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type OwnSession,
} from "~/domain/identity/own-sessions.server";
import { translator } from "./request-language.server";
import type { ActionAccess } from "./acting.server";
import type { Acting } from "./action.server";
import { database } from "./app-context.server";
import { deviceOf } from "./device.server";
import { requireUser } from "./open-scope.server";
import { currentSecret, type RequestContext } from "./session.server";
import { logSignIn } from "./sign-in-log.server";

// Sessions of the current user (AUTH-08), for the settings of staff and of affiliates.

/** A session as its user sees it. */
export type ShownSession = Omit<OwnSession, "userAgent"> & { device: string };

/** Returns the sessions of the signed-in user, the current one first. */
export async function ownSessions(args: RequestContext): Promise<ShownSession[]> {
  const { id } = await requireUser(args);
  const secret = await currentSecret(args.request);
  const t = await translator(args.request);
  const sessions = await database().withStatements((scope) => listOwnSessions(scope, id, secret));
  return sessions.map(({ userAgent, ...session }) => ({ ...session, device: deviceOf(userAgent, t) }));
}

const endSchema = z.object({ session: z.string().max(100) });

type Words = Pick<Acting<ActionAccess>, "t">;
const told = (title: string) => ({ toast: { tone: "success" as const, title } });

/** Handles the buttons of the list, for the action of the page `backTo`. */
export function sessionButtons(args: RequestContext, backTo: string) {
  const end = {
    backTo,
    schema: endSchema,
    run: async ({ session }: z.output<typeof endSchema>, { t }: Words) => {
      const { id } = await requireUser(args);
      const secret = await currentSecret(args.request);
      await database().withStatements((scope) => endOwnSession(scope, id, secret, session));
      logSignIn(args, "session_ended", { user_id: id });
      return told(t("settings:sessions.ended"));
    },
  };
  const endOthers = {
    backTo,
    run: async (_: unknown, { t }: Words) => {
      const { id } = await requireUser(args);
      const secret = await currentSecret(args.request);
      await database().withStatements((scope) => endOtherSessions(scope, id, secret));
      logSignIn(args, "session_ended", { user_id: id });
      return told(t("settings:sessions.others_ended"));
    },
  };
  return { end, "end-others": endOthers };
}
