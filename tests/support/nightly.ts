/** Whether `npm run test:nightly` is running, which tests more time zones, widths and random rounds. */
export const isNightly = Boolean(process.env["NIGHTLY"]);
