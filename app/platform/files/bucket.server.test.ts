import { randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bucketAddress, openBucket } from "./bucket.server";

test("[WORK-10] FILES_URL names host, bucket, region and keys, also with a folder", () => {
  expect(bucketAddress("s3://AKIA:se%2Fcret@s3.eu-central-1.example.com/receipts?region=eu-central-1")).toEqual({
    base: "https://s3.eu-central-1.example.com/receipts",
    region: "eu-central-1",
    accessKeyId: "AKIA",
    secretAccessKey: "se/cret",
  });
  expect(bucketAddress("http://a:b@localhost:9000/files/folder/")).toMatchObject({
    base: "http://localhost:9000/files/folder",
    region: "us-east-1",
  });
});

test.each([
  ["receipts", "must begin with"],
  ["ftp://a:b@host/bucket", "must begin with"],
  ["s3://host/bucket", "must contain the access key"],
  ["s3://a:hunter2@host", "must name the bucket"],
])("[WORK-10] %s is rejected without repeating it", (address, reason) => {
  const read = () => bucketAddress(address);
  expect(read).toThrow(reason);
  expect(read).not.toThrow("hunter2");
});

describe("[WORK-10] a bucket that lists in pages and fails", () => {
  const orgId = randomUUID();
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  const seen: { method: string; url: string; authorization: string; length: string | undefined }[] = [];
  let server: http.Server;
  let address: string;
  beforeAll(async () => {
    server = http.createServer((request, response) => {
      const url = new URL(request.url!, "http://x");
      const { authorization = "", "content-length": length } = request.headers;
      seen.push({ method: request.method!, url: request.url!, authorization, length });
      if (request.method === "GET" && url.searchParams.has("list-type")) {
        const at = Number(url.searchParams.get("continuation-token")?.replace("a<b&", "") ?? 0);
        const more = at + 1 < ids.length;
        response.end(`<ListBucketResult><IsTruncated>${more}</IsTruncated>
          <Contents><Key>folder/${orgId}/${ids[at]}</Key><LastModified>2026-01-0${at + 1}T00:00:00.000Z</LastModified></Contents>
          ${more ? `<NextContinuationToken>a&lt;b&amp;${at + 1}</NextContinuationToken>` : ""}</ListBucketResult>`);
        return;
      }
      response.writeHead(request.method === "DELETE" ? 404 : 403).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    address = `http://key:secret@127.0.0.1:${(server.address() as AddressInfo).port}/bucket/folder?region=eu-west-1`;
  });
  afterAll(() => void server.close());

  test("[WORK-10] all pages are read, and every request is signed", async () => {
    const listed = await openBucket(address).list(orgId);
    expect(listed).toEqual(ids.map((id, at) => ({ id, at: new Date(`2026-01-0${at + 1}T00:00:00Z`) })));
    expect(seen[0]!.url).toMatch(/^\/bucket\?list-type=2&prefix=folder%2F/);
    for (const { authorization } of seen)
      expect(authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu-west-1\/s3\/aws4_request/);
  });

  test("[WORK-10] a missing object can be removed again; other errors name no secret", async () => {
    const bucket = openBucket(address);
    await bucket.remove(orgId, ids[0]!);
    await expect(bucket.put(orgId, ids[0]!, Buffer.from("x"))).rejects.toThrow("the bucket responded to PUT with 403");
    // A store needs the length in advance.
    expect(seen.at(-1)).toMatchObject({ method: "PUT", length: "1" });
    const reading = async () => {
      for await (const piece of bucket.get(orgId, ids[0]!)) void piece;
    };
    await expect(reading()).rejects.toThrow("the bucket responded to GET with 403");
  });
});

const real = process.env["TEST_S3_URL"];

// No S3 server from npm runs on every supported version of Node, so one has to be named (docs/testing.md).
describe.skipIf(!real)("[WORK-10] a real S3 server (TEST_S3_URL)", () => {
  test("[WORK-10] stores, returns, lists and removes files", async () => {
    const bucket = openBucket(real!);
    const [orgId, other, one, two] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => at % 251));
    await bucket.put(orgId, one, Buffer.from("old"));
    await bucket.put(orgId, one, bytes);
    await bucket.put(orgId, two, Buffer.from("two"));
    await bucket.put(other, two, Buffer.from("foreign"));
    const pieces: Uint8Array[] = [];
    for await (const piece of bucket.get(orgId, one)) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    const listed = await bucket.list(orgId);
    expect(listed.map(({ id }) => id).sort()).toEqual([one, two].sort());
    for (const { at } of listed) expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(5 * 60_000);
    for (const [org, id] of [
      [orgId, one],
      [orgId, two],
      [other, two],
      [orgId, two],
    ] as const)
      await bucket.remove(org, id);
    expect([await bucket.list(orgId), await bucket.list(other)]).toEqual([[], []]);
    await expect(bucket.get(orgId, one)[Symbol.asyncIterator]().next()).rejects.toThrow("responded to GET with 404");
  });
});
