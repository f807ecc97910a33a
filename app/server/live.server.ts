import { openHub, type Subscriber, type Hub, type LiveEvent } from "~/platform/realtime/hub.server";
import { log } from "~/platform/log.server";
import { env } from "~/platform/env.server";
import { requireAffiliate, requireMember } from "./open-scope.server";
import { currentSecret, type RequestContext } from "./session.server";
import { liveStream, REFUSED_STREAM, type LiveStream, type AccessCheck } from "./live-stream.server";

// Server-sent events for open pages (API-05): what has changed, never a value. The page reads it again with its own rights.

/** Open streams of one session: as many windows as somebody looks at. A further one ends the oldest. */
const MOST_OF_SESSION = 6;
/** Open streams of this process. */
const MOST_STREAMS = 5_000;
/** Rights are asked again with a message or a heartbeat, unless they were asked within this time. */
const RIGHTS_MS = 5_000;

let hub: Hub | undefined;
const streams = new Map<string, Set<LiveStream>>();

function theHub(): Hub {
  hub ??= openHub(env().DATABASE_LIVE_URL ?? env().DATABASE_APP_URL ?? "");
  return hub;
}

/** What has been heard until now in this process: for a loader to note before it reads. Nothing, before the first page listens. */
export const currentPosition = () => hub?.position() ?? "";

/** For the metrics of the process. */
export const liveFigures = () => ({ streams: countStreams(), listener: hub?.state() ?? "closed" });

/** Ends all streams and stops listening, when the web server stops. The pages come back to the server that is started next. */
export async function closeLive(): Promise<void> {
  for (const stream of [...streams.values()].flatMap((some) => [...some])) stream.end("again");
  await hub?.leave();
  hub = undefined;
}

const doors = {
  staff: async (args: RequestContext): Promise<Subscriber> => {
    const { membership } = await requireMember(args);
    return { orgId: membership.orgId, affiliateId: null };
  },
  portal: async (args: RequestContext): Promise<Subscriber> => (await requireAffiliate(args)).affiliation,
};

/** Answers a page that wants to hear of changes. Whoever may not enter is told that this is the end. */
export async function answerLive(args: RequestContext, door: keyof typeof doors): Promise<Response> {
  const { request, context } = args;
  // Each time with a context of its own, so that the session is looked up anew.
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
  if (countStreams() >= MOST_STREAMS) {
    return new Response(null, { status: 503, headers: { "Retry-After": "30" } });
  }

  let asked = Date.now();
  const mayStay = async (): Promise<AccessCheck> => {
    if (Date.now() - asked < RIGHTS_MS) return "yes";
    asked = Date.now();
    const now = await enter();
    return now.orgId === hearer.orgId && now.affiliateId === hearer.affiliateId ? "yes" : "no";
  };
  const session = await currentSecret(request);
  const stream = liveStream({
    subscribe: (hear: (news: LiveEvent) => void) =>
      theHub().subscribe(hearer, new URL(request.url).searchParams.get("since") ?? "", hear),
    position: currentPosition,
    mayStay: () =>
      mayStay().catch((reason: unknown) => {
        if (reason instanceof Response) return "no";
        log.warn({ err: reason }, "the rights of a stream could not be asked");
        return "unknown";
      }),
    onEnd: () => remove(session, stream),
  });
  add(session, stream);
  return eventStream(stream.body);
}

function add(session: string, stream: LiveStream): void {
  const some = streams.get(session) ?? new Set();
  streams.set(session, some.add(stream));
  const [oldest] = some;
  if (some.size > MOST_OF_SESSION) oldest?.end("replaced");
}

function remove(session: string, stream: LiveStream): void {
  const some = streams.get(session);
  some?.delete(stream);
  if (some?.size === 0) streams.delete(session);
}

const countStreams = () => [...streams.values()].reduce((sum, { size }) => sum + size, 0);

const eventStream = (body: BodyInit) =>
  new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      // Neither compressed nor held back on the way: an event is a few bytes that count now.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
