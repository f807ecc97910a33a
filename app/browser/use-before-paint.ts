import { useEffect, useLayoutEffect } from "react";

/** An effect that runs before the first paint. React warns of useLayoutEffect on the server, which runs no effects. */
export const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;
