import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import de from "~/i18n/de";
import en from "~/i18n/en";
import { DomainError } from "~/domain/shared/errors";
import { log } from "~/platform/log.server";
import { flashToast } from "./flash.server";
import { runAction } from "./action.server";

const schema = z.object({ title: z.string() });

function post(run: () => Promise<Response>, spec: object = { failed: "deal_create_failed" }, path = "/leads/1/deal") {
  const body = new URLSearchParams({ title: "Website" });
  const request = new Request(`http://finderlohn.test${path}`, { method: "POST", body });
  const args = { request, params: {}, context: { requestId: "r-1", nonce: "", ip: "" } };
  return runAction(args, { who: "anybody", schema, run, ...spec });
}

afterEach(() => vi.restoreAllMocks());

it("[LEAD-11] an unexpected error becomes a form error with its own text, is logged, and keeps the entered values", async () => {
  const logged = vi.spyOn(log, "error").mockImplementation(() => {});
  const answer = await post(() => Promise.reject(new Error("the disk is full")));
  expect(answer).toMatchObject({
    init: { status: 500 },
    data: { error: { "": ['deal_create_failed|{"reference":"r-1"}'] }, initialValue: { title: "Website" } },
  });
  expect(logged).toHaveBeenCalledWith(
    expect.objectContaining({ request_id: "r-1", path: "/leads/1/deal" }),
    expect.any(String),
  );
});

it("shows the general text for an unexpected error of any other form", async () => {
  vi.spyOn(log, "error").mockImplementation(() => {});
  expect(await post(() => Promise.reject(new Error("the disk is full")), {})).toMatchObject({
    init: { status: 500 },
    data: {
      error: { "": ['not_saved|{"reference":"r-1"}'] },
      initialValue: { title: "Website" },
      fault: true,
    },
  });
});

it("shows an unexpected error of a button as a toast on its screen and logs it", async () => {
  const logged = vi.spyOn(log, "error").mockImplementation(() => {});
  const fail = () => Promise.reject(new Error("the disk is full"));
  const answer = await post(fail, { backTo: "/leads?q=a" });
  expect(answer).toMatchObject({ status: 302 });
  const { headers } = answer as Response;
  expect(headers.get("Location")).toBe("/leads?q=a");
  const toast = await flashToast(
    new Request("http://finderlohn.test/leads", {
      headers: { Cookie: headers.get("Set-Cookie")!.split(";")[0]! },
    }),
  );
  expect(toast).toMatchObject({ tone: "error", title: en.errors.not_done });
  expect(logged).toHaveBeenCalled();
});

it("[LEAD-11] a domain error keeps its reason, and a redirect is passed on", async () => {
  expect(await post(() => Promise.reject(new DomainError("lead_not_open")))).toMatchObject({
    init: { status: 409 },
    data: { error: { "": ["lead_not_open"] } },
  });
  const away = new Response(null, { status: 302 });
  await expect(post(() => Promise.reject(away))).rejects.toBe(away);
});

it("[LEAD-11] labels and failures are worded as specified", () => {
  expect(en.leads.status).toMatchObject({
    new: "New",
    qualified: "Qualified",
    contacted: "Contacted",
    converted: "Won",
    lost: "Lost",
  });
  expect(de.leads).toMatchObject({
    failed: "Fehler beim Laden",
    failed_deals: "Fehler beim Laden der Deals",
  });
  expect(de.errors).toMatchObject({
    failed: "Fehler",
    not_signed_in: "Nicht angemeldet",
    no_organization: "Keine Organisation gefunden",
  });
  expect(en.errors.deal_create_failed).toMatch(/^Error creating deal\. Something went wrong/);
  expect(en.errors.deal_edit_failed).toMatch(/^An error occurred/);
  expect(en.auth.error).toBe("Authentication error");
});
