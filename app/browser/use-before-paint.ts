import { useEffect, useLayoutEffect } from "react";

/**
 * An effect that runs before what was drawn is seen. On the server, which runs no effects, React warns of
 * useLayoutEffect.
 */
export const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;
