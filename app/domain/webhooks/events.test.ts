import { describe, expect, test } from "vitest";
import { eventBodies, eventNames, testedEvent, testPayload, type EventName } from "./events";
import { contactInEvents, isInEvents } from "./lead-parts";

const id = "0199a0c4-7d5e-7000-8000-000000000001";
const lead = { id, company_name: "Nord", contact_person: "Ann Lee", email: "a@b.example", phone: null };
const deal = {
  id,
  title: "Shop",
  amount: 12.5,
  currency: "EUR",
  commission_amount: 1.25,
  close_date: "2026-02-28",
};
const shared = { timestamp: "2026-03-01T09:00:00.000Z", lead, affiliate: { id, name: "Bo" } };
const created = { event: "lead.created", ...shared };
const won = { event: "deal.created", ...shared, deal, commission_currency: "CHF" };
const without = (body: object, name: string) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));

test("[HOOK-01] an event contains the contact of a lead without the notes, which are internal", () => {
  const contact = { companyName: "Nord", contactPerson: "Ann Lee", email: "a@b.example", notes: "secret" };
  expect(contactInEvents({ ...contact, phone: "+49 40 1" })).toEqual({
    ...without(lead, "id"),
    phone: "+49 40 1",
  });
  expect(contactInEvents({ ...contact, phone: null })).toEqual(without(lead, "id"));
  for (const name of ["company_name", "contact_person", "email", "phone"] as const)
    expect(isInEvents(name), name).toBe(true);
  expect(isInEvents("notes")).toBe(false);
});

describe("[HOOK-01] the body of an event", () => {
  const accepts = (event: keyof typeof eventBodies, body: object) => eventBodies[event].safeParse(body).success;

  test("contains the lead and its affiliate, if any, but no deal for a new lead", () => {
    expect(eventBodies["lead.created"].parse(created)).toEqual(created);
    expect(eventBodies["lead.created"].parse({ ...won, event: "lead.created" })).toEqual(created);
    expect(accepts("lead.created", { ...created, affiliate: null })).toBe(true);
  });

  test("contains the specified fields of a new deal, and the currency of the commission beside it", () => {
    expect(eventBodies["deal.created"].parse(won)).toEqual(won);
    for (const name of ["deal", "commission_currency"]) expect(accepts("deal.created", without(won, name))).toBe(false);
    for (const name of Object.keys(deal))
      expect(accepts("deal.created", { ...won, deal: without(deal, name) }), name).toBe(false);
    for (const change of [{ amount: "12.5" }, { commission_amount: "1.25" }, { close_date: "28.02.2026" }])
      expect(accepts("deal.created", { ...won, deal: { ...deal, ...change } })).toBe(false);
  });

  test("contains the name of its event and all documented fields", () => {
    expect(accepts("lead.created", { ...created, event: "deal.created" })).toBe(false);
    expect(accepts("deal.created", { ...won, event: "lead.created" })).toBe(false);
    for (const name of Object.keys(created)) expect(accepts("lead.created", without(created, name)), name).toBe(false);
    for (const name of Object.keys(lead))
      expect(accepts("lead.created", { ...created, lead: without(lead, name) }), name).toBe(false);
    for (const name of ["id", "name"])
      expect(accepts("lead.created", { ...created, affiliate: without(created.affiliate, name) })).toBe(false);
    expect(accepts("lead.created", { ...created, timestamp: "2026-03-01" })).toBe(false);
  });
});

describe("[HOOK-01] [SET-03] the body of a test", () => {
  const organization = { id: "0199a0c4-7d5e-7000-8000-000000000001", name: "Agency" };
  /** The day before in the time zone of the tests, which is behind UTC. */
  const now = new Date("2026-03-01T00:30:00.000Z");
  const bodyOf = (event: EventName) => JSON.parse(testPayload(event, organization, now)) as Record<string, unknown>;

  test.each(eventNames)("of %s equals a real one, with the organization and _test", (event) => {
    const { organization: sender, _test, ...body } = bodyOf(event);
    expect(eventBodies[event].strict().parse(body)).toEqual(body);
    expect(body["event"]).toBe(event);
    expect(sender).toEqual(organization);
    expect(_test).toBe(true);
  });

  test("is that of the first chosen event", () => {
    expect(testedEvent(["lead.created", "deal.created"])).toBe("deal.created");
    for (const event of eventNames) expect(testedEvent([event])).toBe(event);
    expect(testedEvent([])).toBe("deal.created");
  });

  test("contains the current time and, for a deal, the current day in UTC", () => {
    expect(bodyOf("deal.created")).toMatchObject({
      timestamp: "2026-03-01T00:30:00.000Z",
      deal: { close_date: "2026-03-01", amount: 1234.56, commission_amount: 123.46 },
    });
    expect(bodyOf("lead.created")).not.toHaveProperty("deal");
  });
});
