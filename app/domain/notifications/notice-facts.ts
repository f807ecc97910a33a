import { z } from "zod";
import { namesOf } from "../shared/field-list";

/** The facts of a notification, and their form in the database. Amounts are in minor units. */
export interface Facts<F> {
  /** Reads and checks the stored form. */
  read: z.ZodType<F>;
  store: (facts: F) => object;
}

/** Facts that are stored under other names; `read` defines their type. */
export const facts = <Stored extends z.ZodType, F>(
  stored: Stored,
  read: (stored: z.output<Stored>) => F,
  store: (facts: NoInfer<F>) => z.input<Stored> & object,
): Facts<F> => ({ read: stored.transform(read), store });

/** Facts that are stored as they are. */
export const plain = <Shape extends z.ZodRawShape>(shape: Shape): Facts<z.output<z.ZodObject<Shape>>> => ({
  read: z.object(shape),
  store: (given) => Object.fromEntries(namesOf(shape).map((name) => [name, (given as Record<string, unknown>)[name]])),
});

/** One of two sets of facts; only the first has the `key`. */
export const either = <A extends object, B extends object>(
  key: keyof A,
  first: Facts<A>,
  second: Facts<B>,
): Facts<A | B> => ({
  read: z.union([first.read, second.read]),
  store: (given) => (key in given ? first.store(given as A) : second.store(given as B)),
});
