import { expect, test } from "vitest";
import { emptied, emptiedFields, telephonesOf } from "./erased-contact";
import { contactFields } from "./lead.schema";

const contact = { companyName: "Nord", contactPerson: "Ann Lee", email: "a@b.example", notes: "+1 555" };

test("[OPS-05] every field of an erased contact without a replacement is emptied", () => {
  expect(emptiedFields).toEqual(["phone", "notes"]);
  expect(emptied).toEqual({ phone: null, notes: null });
  const writtenAnew = ["company_name", "contact_person", "email"];
  expect([...writtenAnew, ...emptiedFields].sort()).toEqual(Object.keys(contactFields).sort());
});

test("[OPS-05] the phone number of a contact is searched in other texts, if there is one", () => {
  expect(telephonesOf({ ...contact, phone: "+49 40 123456" })).toEqual(["+49 40 123456"]);
  expect(telephonesOf({ ...contact, phone: null })).toEqual([]);
});
