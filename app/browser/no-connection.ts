/** Returns true if a request failed in the network: no connection, a lost connection, or a proxy's response. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // fetch throws a TypeError. Errors from the server arrive as plain Error objects, whatever their class was there.
  if (error instanceof TypeError) return /fetch|network|load failed|connection/i.test(error.message);
  return error.message.startsWith("Unable to decode turbo-stream");
}
