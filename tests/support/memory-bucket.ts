import type { Bucket } from "~/domain/files/read-file.server";

/** A bucket in memory. `objects` are the bytes by "organization/file". */
export function memoryBucket(now: () => Date = () => new Date()): Bucket & {
  objects: Map<string, { bytes: Buffer; at: Date }>;
} {
  const objects = new Map<string, { bytes: Buffer; at: Date }>();
  return {
    objects,
    put: async (orgId, id, bytes) => void objects.set(`${orgId}/${id}`, { bytes: Buffer.from(bytes), at: now() }),
    async *get(orgId, id) {
      const found = objects.get(`${orgId}/${id}`);
      if (!found) throw new Error("no such object");
      yield found.bytes;
    },
    remove: async (orgId, id) => void objects.delete(`${orgId}/${id}`),
    list: async (orgId) =>
      [...objects].flatMap(([key, { at }]) => (key.startsWith(`${orgId}/`) ? [{ id: key.split("/")[1]!, at }] : [])),
  };
}
