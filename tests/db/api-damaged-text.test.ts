import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { namesIn, type Operation } from "~/server/api/operation";
import { operations } from "~/server/api/operations/index.server";
import { createOrg } from "../factories/organizations";
import { apiKey, useApi, type Reply } from "../support/api";
import { useDatabase } from "../support/database";
import { isNightly } from "../support/nightly";

// Sends half an emoji, a NUL byte or invalid bytes in every documented field and parameter, and in unknown ones.

const db = useDatabase();
const api = useApi(db);
// The document is JSON of any shape.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
let document: any;
let key: string;

beforeAll(async () => {
  document = (await api("GET", "/openapi.json")).body;
  key = await apiKey(db, await createOrg(db.database));
});

beforeEach(() => db.ownerPool.query("delete from rate_limit"));

/** Address with unknown ids, because damaged text is rejected before any lookup. */
const addressOf = ({ path }: Operation) =>
  namesIn(path).reduce((at, name) => at.replace(`{${name}}`, name === "kind" ? "deal" : crypto.randomUUID()), path);

describe("[API-01] damaged text is rejected by name in every field and parameter", () => {
  const damages = ["caf\ud83d", "\udc00caf", "caf\0", "caf\ufffd"];
  /** One variation for each name in turn, at night all: the check knows no names. */
  const inTurn = <One>(all: readonly One[], index: number) => (isNightly ? all : [all[index % all.length]!]);

  test.each(operations.map((one) => [one.id, one] as const))("[API-01] %s", async (_, operation) => {
    const { requestBody, parameters } = document.paths[operation.path][operation.method.toLowerCase()];
    const expectNamed = (reply: Reply, place: object) => {
      expect(reply.status, JSON.stringify(reply.body)).toBe(422);
      expect(reply.body.code).toBe("invalid");
      expect(reply.body.errors).toEqual([expect.objectContaining({ ...place, code: "text_damaged" })]);
    };
    const fields = Object.keys(requestBody?.content["application/json"]?.schema.properties ?? {});
    const example = operation.example as Record<string, unknown> | undefined;
    for (const [index, name] of [...fields, ...(operation.body ? ["of_tomorrow"] : [])].entries()) {
      const damage = damages[index % damages.length]!;
      const places = [
        [damage, `/${name}`],
        [["x", damage], `/${name}/1`],
        [{ a: { "b/c": damage } }, `/${name}/a/b~1c`],
      ] as const;
      for (const [value, pointer] of inTurn(places, index)) {
        const body = { ...example, [name]: value };
        expectNamed(await api(operation.method, addressOf(operation), { key, body }), { pointer });
      }
    }
    if (operation.body) {
      const body = { ...example, "caf\ud83d": "x" };
      expectNamed(await api(operation.method, addressOf(operation), { key, body }), {
        pointer: "/caf\ufffd",
      });
    }
    const named = (parameters as { name: string; in: string }[]).filter((one) => one.in === "query");
    for (const [index, { name }] of [...named, { name: "of_tomorrow" }].entries()) {
      for (const damage of inTurn(["%ED%A0%BD", "%00", "%FF"], index))
        expectNamed(await api(operation.method, `${addressOf(operation)}?${name}=${damage}`, { key, body: example }), {
          parameter: name,
        });
    }
  });

  test("[API-01] half an emoji in a deep nesting is reported by the part that contains it, and whole ones are kept", async () => {
    const depth = 10_000;
    const raw = `{"company_name":${'{"a":'.repeat(depth)}"\\ud83d"${"}".repeat(depth)}}`;
    const reply = await api("POST", "/leads", { key, body: raw });
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      [expect.objectContaining({ pointer: `/company_name${"/a".repeat(9)}`, code: "text_damaged" })],
    ]);
    const body = { company_name: "Café 😀", contact_person: "X", email: "x@example.com" };
    const made = await api("POST", "/leads", { key, body });
    expect([made.status, made.body.company_name]).toEqual([201, "Café 😀"]);
  });
});
