import type { parse } from "@conform-to/react";

type Parse = typeof parse;

let kept: Parse | undefined;

/** Keeps the function that reads a form. A module with a form calls this, so that it is there without a connection. */
export function keepParser(loaded: Parse): void {
  kept = loaded;
}

/** Returns the function that reads a form. A page with only buttons loads it when it is needed. */
export const formParser = async (): Promise<Parse> => kept ?? (await import("@conform-to/react")).parse;
