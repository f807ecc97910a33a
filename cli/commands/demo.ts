import type { DemoSignIns } from "../../prisma/seed";
import { paths } from "~/paths/paths";

/** Returns the sign-in details of the demo organizations as lines for a terminal. */
export function describeSignIns({ password, staff, affiliates }: DemoSignIns, appUrl: string): string[] {
  const people = [...staff, ...affiliates];
  const width = Math.max(...people.map(({ email }) => email.length));
  const line = ({ email, organization }: (typeof people)[number]) => `  ${email.padEnd(width)}  ${organization}`;
  return [
    `Demo staff sign in at ${appUrl}${paths.signIn()} with the password ${password}`,
    ...staff.map(line),
    `Demo affiliates sign in at ${appUrl}${paths.affiliateSignIn()} with a link that is sent to the mailbox`,
    ...affiliates.map(line),
  ];
}
