import { describe, expect, test } from "vitest";
import type { ZodType } from "zod";
import {
  changeRoleSchema,
  handOverSchema,
  invitationButtonSchema,
  inviteMemberSchema,
  joinSchemas,
} from "./member.schema";

const id = "0199a0c4-7d5e-7000-8000-000000000001";
const problems = (schema: ZodType, form: object) =>
  schema.safeParse(form).error?.issues.map(({ path, message }) => [path.join("."), message]);

describe("[ORG-05] the form that invites a member", () => {
  test("accepts an address and one of the two roles", () => {
    for (const role of ["owner", "member"])
      expect(inviteMemberSchema.parse({ email: " Ann@B.Example ", role })).toEqual({
        email: "ann@b.example",
        role,
      });
    expect(problems(inviteMemberSchema, {})).toEqual([
      ["email", "email_required"],
      ["role", "role_required"],
    ]);
    expect(problems(inviteMemberSchema, { email: "ann", role: "admin" })).toEqual([
      ["email", "email_invalid"],
      ["role", "role_required"],
    ]);
  });

  test("requires an invitation id for its buttons, and a role for a change of role", () => {
    expect(invitationButtonSchema.parse({ invitation: id })).toEqual({ invitation: id });
    expect(problems(invitationButtonSchema, { invitation: "1" })).toEqual([["invitation", "not_found"]]);
    expect(changeRoleSchema.parse({ role: "owner" })).toEqual({ role: "owner" });
    expect(problems(changeRoleSchema, {})).toEqual([["role", "role_required"]]);
  });
});

describe("[ORG-05] the form that transfers the organization", () => {
  const typed = { member: id };

  test("requires a member", () => {
    expect(handOverSchema.parse(typed)).toEqual(typed);
    for (const member of [undefined, ""])
      expect(problems(handOverSchema, { ...typed, member })).toContainEqual(["member", "member_required"]);
    expect(problems(handOverSchema, { ...typed, member: "Ann" })).toEqual([["member", "not_found"]]);
  });
});

describe("[ORG-05] the form behind an invitation link", () => {
  test("requires nothing if the user has an account with a password", () => {
    expect(joinSchemas.complete.parse({ password: "x", name: "y" })).toEqual({});
  });

  test("requires a password if the user has none yet", () => {
    expect(joinSchemas.passwordless.parse({ password: "12345678", name: "y" })).toEqual({
      password: "12345678",
    });
    expect(problems(joinSchemas.passwordless, { password: "1234567" })).toEqual([
      ["password", 'password_short|{"min":8}'],
    ]);
  });

  test("requires also a name if the user is new", () => {
    expect(joinSchemas.none.parse({ password: "12345678", name: " Ann " })).toEqual({
      password: "12345678",
      name: "Ann",
    });
    expect(problems(joinSchemas.none, { password: "12345678", name: " " })).toEqual([["name", "name_required"]]);
    expect(problems(joinSchemas.none, { password: "12345678", name: "x".repeat(101) })).toEqual([
      ["name", "name_too_long"],
    ]);
  });
});
