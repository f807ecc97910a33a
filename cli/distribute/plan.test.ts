import { describe, expect, it } from "vitest";
import { byForeignKeys } from "~/platform/db/foreign-keys";
import { isEmpty, planOf, type TableFacts } from "./plan";

const table = (name: string, primaryKey: string[], references: string[] = []): TableFacts => ({
  name,
  primaryKey,
  references,
  place: null,
});

const TABLES = [
  table("deal", ["org_id", "id"], ["lead", "organization"]),
  table("lead", ["org_id", "id"], ["organization", "app_user", "currency"]),
  table("organization", ["org_id"]),
  table("person_org", ["user_id", "org_id"], ["app_user"]),
  table("app_user", ["id"], ["language"]),
  table("currency", ["code"]),
  table("language", ["code"]),
  table("session", ["id_hash"], ["app_user"]),
  table("worker_process", ["worker_id"]),
];

describe("[OPS-08] the plan that places tables on a cluster", () => {
  it("[OPS-08] distributes tables whose key begins with the organization, and keeps users and their tables local", () => {
    expect(planOf(TABLES)).toEqual({
      distributed: ["organization", "lead", "deal"],
      reference: ["currency"],
      local: ["app_user", "person_org", "session"],
      done: [],
    });
  });

  it("[OPS-08] skips placed tables and plans an added one", () => {
    const placed = TABLES.map((one): TableFacts => {
      const { reference, local } = planOf(TABLES);
      if (["worker_process", "language"].includes(one.name)) return one;
      const place = reference.includes(one.name) ? "reference" : local.includes(one.name) ? "local" : "distributed";
      return { ...one, place };
    });
    expect(isEmpty(planOf(placed))).toBe(true);
    const { done, ...rest } = planOf([...placed, table("note", ["org_id", "id"], ["lead"])]);
    expect(rest).toEqual({ distributed: ["note"], reference: [], local: [] });
    expect(done).toEqual(["app_user", "currency", "organization", "lead", "deal", "person_org", "session"]);
  });

  it("[OPS-08] moves a local table whose key now begins with the organization", () => {
    const moved: TableFacts = { ...table("session", ["org_id", "id"], ["app_user"]), place: "local" };
    expect(planOf([moved, table("app_user", ["id"])])).toEqual({
      distributed: ["session"],
      reference: [],
      local: ["app_user"],
      done: [],
    });
  });

  it("[OPS-08] moves the reference tables of an earlier release to the coordinator", () => {
    const earlier = ["app_user", "person_org"];
    const placed = TABLES.map((one): TableFacts => {
      if (["worker_process", "language"].includes(one.name)) return one;
      if (earlier.includes(one.name) || one.name === "currency") return { ...one, place: "reference" };
      return { ...one, place: one.name === "session" ? "local" : "distributed" };
    });
    expect(planOf(placed)).toMatchObject({ reference: [], distributed: [], local: earlier });
  });

  it("[OPS-08] ignores tables without a relation to organizations", () => {
    const log = table("worker_log", ["id"], ["worker_process", "worker_log"]);
    expect(isEmpty(planOf([log, table("worker_process", ["worker_id"])]))).toBe(true);
  });

  it("[OPS-08] is empty only if no table has to be placed", () => {
    const none = { reference: [], distributed: [], local: [], done: ["lead"] };
    expect(isEmpty(none)).toBe(true);
    for (const some of [{ reference: ["a"] }, { distributed: ["a"] }, { local: ["a"] }]) {
      expect(isEmpty({ ...none, ...some })).toBe(false);
    }
    expect(isEmpty({ reference: ["a"], distributed: ["b"], local: [], done: [] })).toBe(false);
    expect(isEmpty({ reference: ["a"], distributed: [], local: ["b"], done: [] })).toBe(false);
  });

  it("[OPS-08] sorts tables without foreign keys by name, and lists each table once", () => {
    const loose = ["b", "d", "a", "c"].map((name) => table(name, []));
    expect(byForeignKeys(loose).map(({ name }) => name)).toEqual(["a", "b", "c", "d"]);
    const layers = Array.from({ length: 40 }, (_, layer) =>
      ["x", "y"].map((side) => table(`${layer}${side}`, [], layer === 39 ? [] : [`${layer + 1}x`, `${layer + 1}y`])),
    ).flat();
    expect(byForeignKeys(layers)).toHaveLength(80);
  });

  it("[OPS-08] sorts by foreign keys and ignores references to the same table", () => {
    const chain = [table("c", [], ["b"]), table("b", [], ["a", "b"]), table("a", [])];
    expect(byForeignKeys(chain).map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(() => byForeignKeys([table("x", [], ["y"]), table("y", [], ["x"])])).toThrow("circular foreign keys: x, y");
  });
});
