import { generateSecret, generateURI, verifySync } from "otplib";

// Codes of authenticator apps (RFC 6238) with the widely supported parameters: six digits, SHA-1, 30 seconds.

/** Tolerated clock difference; the previous and the next code are valid too. */
const TOLERANCE_SECONDS = 30;

/** Returns a new secret of 160 bits in base 32. */
export const newTotpSecret = (): string => generateSecret();

/** Returns the content of a secret's QR code. */
export const totpUri = (secret: string, issuer: string, account: string): string =>
  generateURI({ issuer, label: account, secret });

/** Returns the time step of a six-digit code, or null if the code is wrong at this time. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: TOLERANCE_SECONDS,
  });
  return result.valid && "timeStep" in result ? result.timeStep : null;
}
