import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { DomainError } from "~/domain/shared/errors";
import en from "~/i18n/en";
import { log } from "~/platform/log.server";
import { runAction } from "./action.server";
import { flashToast } from "./flash.server";

type Fields = Record<string, string>;

/** Posts a form to an action for anybody. */
function post(action: object, fields: Fields = {}) {
  const body = new URLSearchParams(fields);
  const request = new Request("http://finderlohn.test/leads", { method: "POST", body });
  const args = { request, params: {}, context: { requestId: "r-1", nonce: "", ip: "" } };
  return runAction(args, { who: "anybody", ...action } as never);
}

async function toastOf(answer: unknown) {
  const [cookie = ""] = (answer as Response).headers.get("Set-Cookie")?.split(";") ?? [];
  return flashToast(new Request("http://finderlohn.test/", { headers: { Cookie: cookie } }));
}
const locationOf = (answer: unknown) => (answer as Response).headers.get("Location");
const refusal = (reason: string) => ({
  tone: "error",
  title: en.errors.failed,
  description: en.errors[reason as keyof typeof en.errors],
});

afterEach(() => vi.restoreAllMocks());

describe("the intent of an action", () => {
  const intents = { of: { save: "form", drop: "button" } };
  const several = {
    ...intents,
    intents: {
      save: { run: async () => ({ to: "/saved" }) },
      drop: { backTo: "/leads", run: async () => ({ to: "/dropped" }) },
    },
  };

  test("decides which of its forms is handled", async () => {
    expect(locationOf(await post(several, { intent: "save" }))).toBe("/saved");
    expect(locationOf(await post(several, { intent: "drop" }))).toBe("/dropped");
  });

  test("is rejected with 400 when it is unknown, missing, or sent to an action with one form", async () => {
    const bad = { status: 400, statusText: "Bad Request" };
    for (const fields of [{ intent: "delete" }, { intent: "toString" }, { intent: "" }, {}] as Fields[]) {
      await expect(post(several, fields)).rejects.toMatchObject(bad);
    }
    await expect(post({ run: async () => ({ to: "/saved" }) }, { intent: "save" })).rejects.toMatchObject(bad);
  });
});

describe("a form with fields", () => {
  const schema = z.object({ title: z.string("title_required"), id: z.string() });
  const run = async (input: object) => ({ to: `/leads?${new URLSearchParams({ ...input }).toString()}` });

  test("takes the fields fixed by the URL, whatever the form sends", async () => {
    const named = { id: "7" };
    const answer = await post({ schema, named, run }, { title: "a", id: "8" });
    expect(locationOf(answer)).toBe("/leads?title=a&id=7");
    const unnamed = { schema: () => Promise.resolve(schema), named: { id: undefined }, run };
    expect(await post(unnamed, { title: "a", id: "8" })).toMatchObject({ init: { status: 422 } });
  });

  test("is shown again with 422 and the errors of its schema, and nothing is done", async () => {
    const done = vi.fn(run);
    expect(await post({ schema, run: done }, { id: "7" })).toMatchObject({
      init: { status: 422 },
      data: { error: { title: ["title_required"] }, initialValue: { id: "7" } },
    });
    expect(done).not.toHaveBeenCalled();
  });

  test("returns what its use case returns: a response, a submission result, or a redirect", async () => {
    const response = new Response("x");
    expect(await post({ run: async () => response })).toBe(response);
    const reply = { status: "success" };
    expect(await post({ run: async () => ({ reply }) })).toMatchObject({ data: reply });
    const toast = { tone: "success", title: "Saved" };
    const led = await post({ run: async () => ({ to: "/leads", toast }) }, { focus: "main" });
    expect(locationOf(led)).toBe("/leads#main");
    expect(await toastOf(led)).toMatchObject(toast);
    const silent = await post({ run: async () => ({ to: "/leads" }) });
    expect((silent as Response).headers.get("Set-Cookie")).toBeNull();
  });

  test("may wrap the reason of a domain error in a sentence of its own", async () => {
    const refuse = () => Promise.reject(new DomainError("lead_not_open"));
    const text = JSON.stringify({ reason: en.errors.lead_not_open });
    expect(await post({ run: refuse, because: "not_moved" })).toMatchObject({
      init: { status: 409 },
      data: { error: { "": [`not_moved|${text}`] } },
    });
  });
});

describe("a form that is only a button", () => {
  const backTo = (form: FormData) => `/leads?q=${String(form.get("q"))}`;

  test("redirects to its screen, or where its use case says", async () => {
    expect(locationOf(await post({ backTo, run: async () => ({}) }, { q: "a" }))).toBe("/leads?q=a");
    expect(locationOf(await post({ backTo, run: async () => ({ to: "/b" }) }, { q: "a" }))).toBe("/b");
    const response = new Response("x");
    expect(await post({ backTo, run: async () => response })).toBe(response);
  });

  test("shows a toast with the reason when its schema or the domain rejects it", async () => {
    const schema = z.object({ id: z.string("not_found") });
    const done = vi.fn(async () => ({}));
    expect(await toastOf(await post({ backTo, schema, run: done }))).toMatchObject(refusal("not_found"));
    expect(done).not.toHaveBeenCalled();
    const refuse = () => Promise.reject(new DomainError("lead_not_open"));
    expect(await toastOf(await post({ backTo, run: refuse }))).toMatchObject(refusal("lead_not_open"));
  });

  test("returns the toast to a screen that shows toasts itself", async () => {
    const toast = { tone: "success", title: "Done" };
    const run = async () => ({ toast });
    expect(await post({ backTo, run }, { answer: "toast" })).toMatchObject({ data: { toast } });
    expect(locationOf(await post({ backTo, run }, { answer: "page" }))).toBe("/leads?q=null");
  });

  test("may have its own text for an unexpected error, and passes on a redirect", async () => {
    const logged = vi.spyOn(log, "error").mockImplementation(() => {});
    const fail = () => Promise.reject(new Error("the disk is full"));
    const answer = await post({ backTo, run: fail, failed: "errors:not_saved" });
    // The log has the error under this reference.
    const description = en.errors.failed_hint.replace("{{id}}", "r-1");
    expect(await toastOf(answer)).toMatchObject({ tone: "error", title: en.errors.not_saved, description });
    expect(logged).toHaveBeenCalledWith(expect.anything(), "action failed");
    const away = new Response(null, { status: 302 });
    await expect(post({ backTo, run: () => Promise.reject(away) })).rejects.toBe(away);
  });
});
