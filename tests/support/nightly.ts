/** Whether `npm run test:nightly` runs, which tries more of the same: further zones, widths and random rounds. */
export const isNightly = Boolean(process.env["NIGHTLY"]);
