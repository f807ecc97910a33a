/** Whether a request failed on its way: no network, a cut connection, or the answer of something in between. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // What fetch throws. Errors of the server arrive here as plain ones, whatever they were there.
  if (error instanceof TypeError) return /fetch|network|load failed|connection/i.test(error.message);
  return error.message.startsWith("Unable to decode turbo-stream");
}
