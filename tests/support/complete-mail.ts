import type { Email } from "postal-mime";
import { expect } from "vitest";

/** Nothing that a template leaves open, and no text key instead of a sentence. */
export function expectComplete(mail: Email): void {
  for (const text of [mail.subject, mail.text, mail.html]) {
    expect(text).toBeTruthy();
    expect(text).not.toMatch(/\{\{|\}\}|\bundefined\b|\bnull\b|\[object|NaN|\$t\(/);
    expect(text).not.toMatch(
      /\b(deal_created|commission_paid|confirm|invite|sign-in|reset)\.(subject|body|button|note)/,
    );
  }
}
