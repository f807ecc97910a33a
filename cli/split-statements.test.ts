import { expect, it } from "vitest";
import { splitStatements } from "./split-statements";

it("[OPS-04] splits a migration only at the end of statements", () => {
  const statements = [
    "create table a (b text default 'x;''y')",
    `alter table a rename b to "c;d"`,
    "create function f() returns int language plpgsql as $$ begin return 1; end $$",
    "do $of$ begin perform $$;$$; end $of$",
    "select E'it\\'s;' || e'\\\\', 'back\\'",
    "select $1 /* a; /* b; */ c; */ + 2",
    "select a$b$c",
  ];
  expect(splitStatements(statements.join(";\n"))).toEqual(statements);
  expect(splitStatements(`${statements.join(";")};`)).toEqual(statements);
});

it("[OPS-04] accepts single characters and texts as statements, and comments that end like a quote", () => {
  expect(splitStatements("x; y")).toEqual(["x", "y"]);
  expect(splitStatements(`'a'; "b"; $$c$$; e'd'`)).toEqual(["'a'", '"b"', "$$c$$", "e'd'"]);
  expect(splitStatements("select 1 -- for 5 $\n; select 2")).toEqual(["select 1 -- for 5 $", "select 2"]);
});

it("[OPS-04] keeps comments with the next statement, and drops comments without one", () => {
  const script = "-- one; two\nselect 1; -- three;\n/* four; */ select 2;\n;; -- five\n";
  expect(splitStatements(script)).toEqual(["-- one; two\nselect 1", "-- three;\n/* four; */ select 2"]);
  expect(splitStatements("  -- nothing\n")).toEqual([]);
});

it("[OPS-04] extends unterminated text to the end, in linear time", () => {
  for (const open of ["select 'a; b", 'select "a; b', "select $$ a; b", "select 1 /* a; b", "select E'a; b\\"]) {
    expect(splitStatements(`${open}; c`)).toHaveLength(1);
  }
  const many = 20_000;
  expect(splitStatements("select '';".repeat(many) + "/*".repeat(many))).toHaveLength(many);
});
