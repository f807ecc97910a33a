import { describe, expect, it } from "vitest";
import type { CatalogTable, ClusterFacts } from "./catalog";
import { problemsOf } from "./checks";
import { planOf } from "./plan";

const CLUSTER: ClusterFacts = {
  serverVersion: 170_006,
  citusVersion: "13.2-1",
  isWorker: false,
  coordinatorKnown: true,
  workers: [{ address: "w1:5432", active: true }],
  logins: [
    { role: "owner", worker: "w1:5432", failure: null, pastRowSecurity: false },
    { role: "app", worker: "w1:5432", failure: null, pastRowSecurity: false },
  ],
  runtimeConnections: 0,
  liveProcesses: 0,
};

const table = (name: string, facts: Partial<CatalogTable> = {}): CatalogTable => ({
  name,
  primaryKey: ["org_id", "id"],
  references: [],
  place: null,
  localBytes: 0,
  restrictivePolicies: [],
  cascades: [],
  triggers: [],
  ...facts,
});

const TRIGGER = { name: "count", arguments: 1, definition: "" };
const TABLES = [table("lead", { triggers: [TRIGGER] }), table("_prisma_migrations", { primaryKey: ["id"] })];

const problems = (cluster: Partial<ClusterFacts>, tables = TABLES) =>
  problemsOf({ ...CLUSTER, ...cluster }, tables, planOf(tables));

describe("[OPS-08] checks before a database is distributed", () => {
  it("[OPS-08] reports no problem for a valid cluster and schema", () => {
    expect(problems({})).toEqual([]);
    expect(problems({ serverVersion: 150_000, citusVersion: "13.0-1" })).toEqual([]);
  });

  it.each<[Partial<ClusterFacts>, RegExp]>([
    [{ serverVersion: 180_000 }, /the server is Postgres 18, Citus needs 15 to 17/],
    [{ citusVersion: null }, /run "create extension citus" .* on every node/],
    [{ citusVersion: "12.1-1" }, /Citus is 12\.1-1, but 13 or newer is needed/],
    [{ isWorker: true }, /this node is a worker: use the coordinator's address/],
    [{ coordinatorKnown: false }, /run "select citus_set_coordinator_host/],
    [{ workers: [] }, /run "select citus_add_node/],
    [{ workers: [{ address: "w2:5432", active: false }] }, /the worker w2:5432 is not active: start it/],
    [
      { logins: [{ role: "app", worker: "w2:5432", failure: "failed to connect", pastRowSecurity: false }] },
      /the role "app" cannot use the worker w2:5432 \(failed to connect\): create it there/,
    ],
    [
      { logins: [{ role: "app", worker: "w1:5432", failure: null, pastRowSecurity: true }] },
      /the role "app" can bypass row-level security on the worker w1:5432: remove superuser and bypassrls/,
    ],
    [{ liveProcesses: 2 }, /web or worker are alive \(2 heartbeats in the last 30 s\): stop them/],
    [{ runtimeConnections: 3 }, /web or worker use the database \(3 connections\): stop them/],
  ])("[OPS-08] says how to fix a cluster with %o", (facts, line) => {
    expect(problems(facts)).toEqual([expect.stringMatching(line)]);
  });

  it("[OPS-08] does not require stopping the app when there is nothing to distribute", () => {
    const placed = TABLES.map((one) => (one.name === "lead" ? { ...one, place: "distributed" as const } : one));
    expect(problems({ runtimeConnections: 3, liveProcesses: 2 }, placed)).toEqual([]);
  });

  it.each<[string, Partial<CatalogTable>, RegExp]>([
    [
      "a restrictive policy",
      { restrictivePolicies: ["own", "no_delete"] },
      /^restrictive policies of note, .* \(own, no_delete\)$/,
    ],
    [
      "ON UPDATE CASCADE",
      { cascades: ["note_fkey"] },
      /^foreign keys of note with ON UPDATE CASCADE, .* \(note_fkey\)$/,
    ],
    [
      "a trigger without arguments",
      { triggers: [{ ...TRIGGER, arguments: 0 }] },
      /^triggers of note without .* \(count\)$/,
    ],
  ])("[OPS-08] names the table with %s, even without a cluster", (_, facts, line) => {
    const tables = [...TABLES, table("note", facts)];
    expect(problems({}, tables)).toEqual([expect.stringMatching(line)]);
    expect(problems({ citusVersion: null }, tables)).toHaveLength(2);
  });

  it("[OPS-08] rejects foreign keys from other tables to a distributed table", () => {
    const person = { primaryKey: ["user_id", "org_id"], references: ["lead"] };
    const line = "distributed tables that person_org, which is not distributed, has foreign keys to";
    expect(problems({}, [...TABLES, table("person_org", person)])).toEqual([expect.stringContaining(line)]);
    const placed = TABLES.map((one) => ({ ...one, place: "distributed" as const }));
    expect(problems({}, [...placed, table("person_org", person)])).toEqual([expect.stringContaining(line)]);
  });

  it("[OPS-08] accepts other foreign keys, and triggers without arguments on tables that are not distributed", () => {
    const deal = table("deal", { references: ["lead"] });
    const person = table("person_org", { primaryKey: ["user_id", "org_id"], references: ["app_user"] });
    const user = table("app_user", { primaryKey: ["id"], triggers: [{ ...TRIGGER, arguments: 0 }] });
    for (const place of [null, "reference"] as const) {
      expect(problems({}, [...TABLES, deal, person, { ...user, place }])).toEqual([]);
    }
  });

  it("[OPS-08] ignores tables that Citus does not manage", () => {
    const alone = table("worker_process", {
      primaryKey: ["id"],
      restrictivePolicies: ["x"],
      cascades: ["y"],
    });
    expect(problems({}, [...TABLES, alone])).toEqual([]);
  });
});
