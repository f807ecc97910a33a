import { expect, test } from "vitest";
import { emptied, emptiedFields, telephonesOf } from "./erased-contact";
import { contactFields } from "./lead.schema";

const contact = { companyName: "Nord", contactPerson: "Ann Lee", email: "a@b.example", notes: "+1 555" };

test("[OPS-05] number and notes of an erased contact are emptied, whatever is not written anew", () => {
  expect(emptiedFields).toEqual(["phone", "notes"]);
  expect(emptied).toEqual({ phone: null, notes: null });
  const writtenAnew = ["company_name", "contact_person", "email"];
  expect([...writtenAnew, ...emptiedFields].sort()).toEqual(Object.keys(contactFields).sort());
});

test("[OPS-05] the telephone number of a contact is looked for, if there is one", () => {
  expect(telephonesOf({ ...contact, phone: "+49 40 123456" })).toEqual(["+49 40 123456"]);
  expect(telephonesOf({ ...contact, phone: null })).toEqual([]);
});
