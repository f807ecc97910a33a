import type { Prisma } from "#prisma";
import type { globalModels } from "../shared/db";

/** The tables of an organisation, by their models. */
export type Model = Exclude<Prisma.ModelName, (typeof globalModels)[number]>;

type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : S;

type Fields<M extends Model> = keyof Prisma.TypeMap["model"][M]["payload"]["scalars"] & string;

/** Columns as the database names them; an organisation's id is its `org_id`. */
export type Column<M extends Model> = M extends "Organization"
  ? "org_id" | Snake<Exclude<Fields<M>, "id">>
  : Snake<Fields<M>>;
