import { describe, expect, test } from "vitest";
import {
  newPasswordSchema,
  PASSWORD_MAX,
  PASSWORD_MIN,
  proofSchema,
  signInSchema,
  signUpSchema,
} from "./identity.schema";

const person = { name: "Lena", email: "Lena@Agency.example", password: "x".repeat(8) };
const problems = (answer: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  answer.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("[AUTH-01] signing up and in", () => {
  test("requires a password of 8 to 128 characters", () => {
    expect([PASSWORD_MIN, PASSWORD_MAX]).toEqual([8, 128]);
    expect(signUpSchema.parse(person).email).toBe("lena@agency.example");
    for (const schema of [signUpSchema, newPasswordSchema]) {
      expect(schema.safeParse({ ...person, password: "x".repeat(128) }).success).toBe(true);
      expect(problems(schema.safeParse({ ...person, password: "x".repeat(7) }))).toEqual([
        'password: password_short|{"min":8}',
      ]);
      expect(problems(schema.safeParse({ ...person, password: "x".repeat(129) }))).toEqual([
        'password: too_long|{"max":128}',
      ]);
      expect(problems(schema.safeParse({ ...person, password: undefined }))).toEqual(["password: password_required"]);
    }
  });

  test("accepts an old password of any length for signing in, but not an empty one", () => {
    expect(signInSchema.parse({ ...person, password: "x" }).password).toBe("x");
    expect(problems(signInSchema.safeParse({ ...person, password: "" }))).toEqual(["password: password_required"]);
  });

  test("requires a name of at most 100 characters", () => {
    expect(signUpSchema.parse({ ...person, name: "x".repeat(100) }).name).toHaveLength(100);
    expect(problems(signUpSchema.safeParse({ ...person, name: "x".repeat(101) }))).toEqual(["name: name_too_long"]);
    expect(problems(signUpSchema.safeParse({ ...person, name: "" }))).toEqual(["name: name_required"]);
  });
});

describe("[AUTH-14] the re-authentication form", () => {
  test("requires the value of the chosen method, which may not be missing or blank", () => {
    expect(proofSchema.safeParse({ proof: "password", password: "correct horse" }).success).toBe(true);
    for (const password of [undefined, "", "   "]) {
      expect(problems(proofSchema.safeParse({ proof: "password", password, code: "123456" }))).toEqual([
        "password: password_required",
      ]);
    }
    expect(problems(proofSchema.safeParse({ proof: "code", password: "correct horse" }))).toEqual([
      "code: code_required",
    ]);
    expect(problems(proofSchema.safeParse({ proof: "passkey" }))).toEqual([": passkey_failed"]);
  });
});
