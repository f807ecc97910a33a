import { generateSecret, generateURI, verifySync } from "otplib";

// Codes of authenticator apps (RFC 6238): six digits, SHA-1, 30 seconds, what every app knows.

/** Clocks may differ by this much: the code before and the code after count too. */
const TOLERANCE_SECONDS = 30;

/** A new secret of 160 bits, in base 32. */
export const newTotpSecret = (): string => generateSecret();

/** What the QR code of a secret says. */
export const totpUri = (secret: string, issuer: string, account: string): string =>
  generateURI({ issuer, label: account, secret });

/** The time step that a code of six digits belongs to, or null if it is wrong at this moment. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: TOLERANCE_SECONDS,
  });
  return result.valid && "timeStep" in result ? result.timeStep : null;
}
