import { openHub, type Subscriber, type Hub, type LiveEvent } from "~/platform/realtime/hub.server";
import { log } from "~/platform/log.server";
import { env } from "~/platform/env.server";
import { requireAffiliate, requireMember } from "./open-scope.server";
import { currentSecret, type RequestContext } from "./session.server";
import { liveStream, REFUSED_STREAM, type LiveStream, type AccessCheck } from "./live-stream.server";

// Server-sent events for open pages (API-05): what has changed, never a value. The page reads it again with its own
// permissions.

/** Maximum number of open streams of one session, and of one user: one per window. A further one ends the oldest. */
const MAX_PER_SESSION = 6;
const MAX_PER_USER = 24;
/**
 * Maximum number of open streams of an organization's staff, of its affiliates (the same number), and of this process.
 * A further one must come back later. Tests lower it.
 */
export const organizationShare = { most: 500 };
const MAX_STREAMS = 5_000;
/** Permissions are checked again with a message or a heartbeat, unless they were checked within this time. */
const RIGHTS_MS = 5_000;

let hub: Hub | undefined;
/** Open streams, oldest first, by session, user and organization. */
const streams = new Map<string, Set<LiveStream>>();
const all = new Set<LiveStream>();

function theHub(): Hub {
  hub ??= openHub(env().DATABASE_LIVE_URL ?? env().DATABASE_APP_URL ?? "");
  return hub;
}

/**
 * Returns the position of the last event in this process, for a loader to record before it reads; empty before the
 * first page listens.
 */
export const currentPosition = () => hub?.position() ?? "";

/** Figures for the metrics of the process. */
export const liveFigures = () => ({ streams: all.size, listener: hub?.state() ?? "closed" });

/**
 * Ends all streams and stops listening, when the web server stops. The pages reconnect to the server that starts next.
 */
export async function closeLive(): Promise<void> {
  for (const stream of all) stream.end("again");
  await hub?.leave();
  hub = undefined;
}

type Hearer = Subscriber & { userId: string };

const doors = {
  staff: async (args: RequestContext): Promise<Hearer> => {
    const { id, membership } = await requireMember(args);
    return { userId: id, orgId: membership.orgId, affiliateId: null };
  },
  portal: async (args: RequestContext): Promise<Hearer> => {
    const { id, affiliation } = await requireAffiliate(args);
    return { userId: id, ...affiliation };
  },
};

/** Opens the event stream of a page. A user without access receives only the end event. */
export async function answerLive(args: RequestContext, door: keyof typeof doors): Promise<Response> {
  const { request, context } = args;
  // Each check uses its own context, so that the session is looked up again.
  const enter = () => doors[door]({ request, context: { ...context } });
  if (!/\btext\/event-stream\b/.test(request.headers.get("Accept") ?? "")) {
    await enter();
    return new Response(null, { status: 406, statusText: "Not Acceptable" });
  }
  const hearer = await enter().catch((answer: unknown) => {
    if (answer instanceof Response) return null;
    throw answer;
  });
  if (!hearer) return eventStream(REFUSED_STREAM);
  const { userId, orgId } = hearer;
  const owners = [await currentSecret(request), userId, `${door} ${orgId}`] as const;
  // No await between counting and adding, so concurrent requests cannot exceed the limit either.
  if (countOf(owners[2]) >= organizationShare.most) return comeBack(429);
  if (all.size >= MAX_STREAMS) return comeBack(503);

  let asked = Date.now();
  const mayStay = async (): Promise<AccessCheck> => {
    if (Date.now() - asked < RIGHTS_MS) return "yes";
    asked = Date.now();
    const now = await enter();
    return now.orgId === hearer.orgId && now.affiliateId === hearer.affiliateId ? "yes" : "no";
  };
  const stream = liveStream({
    subscribe: (hear: (news: LiveEvent) => void) =>
      theHub().subscribe(hearer, new URL(request.url).searchParams.get("since") ?? "", hear),
    position: currentPosition,
    mayStay: () =>
      mayStay().catch((reason: unknown) => {
        if (reason instanceof Response) return "no";
        log.warn({ err: reason }, "live stream permission check failed");
        return "unknown";
      }),
    onEnd: () => remove(owners, stream),
  });
  add(owners, stream);
  return eventStream(stream.body);
}

const comeBack = (status: number) => new Response(null, { status, headers: { "Retry-After": "30" } });

const countOf = (owner: string) => streams.get(owner)?.size ?? 0;

function add(owners: readonly string[], stream: LiveStream): void {
  all.add(stream);
  for (const owner of owners) streams.set(owner, (streams.get(owner) ?? new Set()).add(stream));
  const [session, person] = owners as readonly [string, string];
  for (const [owner, most] of [
    [session, MAX_PER_SESSION],
    [person, MAX_PER_USER],
  ] as const) {
    const [oldest] = streams.get(owner) ?? [];
    if (countOf(owner) > most) oldest?.end("replaced");
  }
}

function remove(owners: readonly string[], stream: LiveStream): void {
  all.delete(stream);
  for (const owner of owners) {
    const some = streams.get(owner);
    some?.delete(stream);
    if (some?.size === 0) streams.delete(owner);
  }
}

const eventStream = (body: BodyInit) =>
  new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      // Neither compressed nor buffered on the way: an event is a few bytes and must arrive immediately.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
