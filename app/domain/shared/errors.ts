import { kinds, refusals, type Nature, type Refusal, type RefusalKind } from "./refusals";

export type ErrorCode = keyof typeof refusals;

/** Returns the kind of a code with what the code says differently. */
export function natureOf(code: ErrorCode): Nature & { kind: RefusalKind } {
  const refusal: Refusal = refusals[code];
  return { ...kinds[refusal.kind], ...refusal };
}

type Catalog = typeof refusals;
type CodeWith<Key extends string> = {
  [C in ErrorCode]: Catalog[C] extends Record<Key, unknown> ? C : never;
}[ErrorCode];
type Values<Names> = Names extends readonly (infer Name extends string)[] ? Record<Name, string | number> : never;

/** A code with the values it needs, and the affected form field in snake_case. */
type RefusalArguments =
  | [
      code: Exclude<ErrorCode, CodeWith<"params"> | CodeWith<"optional">>,
      params?: Record<string, never>,
      field?: string,
    ]
  | { [C in CodeWith<"params">]: [code: C, params: Values<Catalog[C]["params"]>, field?: string] }[CodeWith<"params">]
  | {
      [C in CodeWith<"optional">]: [code: C, params?: Values<Catalog[C]["optional"]>, field?: string];
    }[CodeWith<"optional">];

/** A rule of the product rejects an action. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: ErrorCode;
  readonly params: Readonly<Record<string, string | number>>;
  field: string | undefined;

  constructor(...[code, params = {}, field]: RefusalArguments) {
    super(code);
    this.code = code;
    this.params = params;
    this.field = field;
  }

  /** Sets the affected form field and returns the error. */
  at(field: string): this {
    this.field = field;
    return this;
  }
}
