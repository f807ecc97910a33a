import type pg from "pg";
import { expect, test } from "vitest";
import { keepRegister } from "./live-workers";

test("J3: removes a worker for good even while its heartbeat is being written", async () => {
  const asked: string[] = [];
  let answer = () => {};
  const late = new Promise<void>((resolve) => (answer = resolve));
  const query = async (sql: string) => {
    asked.push(/insert|delete from public.worker_process where worker_id/.exec(sql)?.[0].split(" ")[0] ?? "");
    if (sql.includes("insert")) await late;
    return { rows: [] };
  };
  const register = keepRegister({ query } as unknown as pg.Pool, () => {});
  register.add("a");
  const gone = register.remove("a");
  await new Promise((done) => setTimeout(done, 5));
  expect(asked.filter(Boolean)).toEqual(["insert"]);
  answer();
  await gone;
  expect(asked.filter(Boolean)).toEqual(["insert", "delete"]);
  await register.stop();
});
