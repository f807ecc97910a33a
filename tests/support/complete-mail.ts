import type { Email } from "postal-mime";
import { expect } from "vitest";

/** Expects an email without open placeholders or text keys. */
export function expectComplete(mail: Email): void {
  for (const text of [mail.subject, mail.text, mail.html]) {
    expect(text).toBeTruthy();
    expect(text).not.toMatch(/\{\{|\}\}|\bundefined\b|\bnull\b|\[object|NaN|\$t\(/);
    expect(text).not.toMatch(
      /\b(deal_created|commission_paid|confirm|invite|sign-in|reset)\.(subject|body|button|note)/,
    );
  }
}
