import type { Prisma } from "#prisma";
import type { globalModels } from "../shared/db";

/** Models whose tables belong to an organization. */
export type Model = Exclude<Prisma.ModelName, (typeof globalModels)[number]>;

type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : S;

type Fields<M extends Model> = keyof Prisma.TypeMap["model"][M]["payload"]["scalars"] & string;

/** Column names as in the database; the id of an organization is its `org_id`. */
export type Column<M extends Model> = M extends "Organization"
  ? "org_id" | Snake<Exclude<Fields<M>, "id">>
  : Snake<Fields<M>>;
