import { AwsClient } from "aws4fetch";
import type { Bucket } from "~/domain/files/read-file.server";

/** Max duration of a request up to its headers. */
const TIMEOUT_MS = 30_000;

/**
 * Opens a bucket of an S3-compatible store. The address is that of the bucket, with the access key as user and the
 * secret as password: https://KEY:SECRET@host/bucket?region=eu-central-1. `s3:` stands for `https:`. A file is the
 * object `<organization>/<file>` below the path.
 */
export function openBucket(address: string): Bucket {
  const { base, region, accessKeyId, secretAccessKey } = bucketAddress(address);
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });
  const keyOf = (orgId: string, fileId: string) => `${base}/${orgId}/${fileId}`;

  async function send(url: string, init: RequestInit & { expected: number[] }): Promise<Response> {
    const { expected, ...request } = init;
    // Signing copies the bytes and the headers, so a stream is not possible here; files have at most 10 MiB.
    const late = new AbortController();
    // Only up to the headers, because a slow reader of the bytes is no failure of the store.
    const timer = setTimeout(() => late.abort(new Error("the bucket did not respond in time")), TIMEOUT_MS);
    const response = await client.fetch(url, { ...request, signal: late.signal }).finally(() => clearTimeout(timer));
    if (expected.includes(response.status)) return response;
    await response.body?.cancel();
    throw new Error(`the bucket responded to ${request.method ?? "GET"} with ${response.status}`);
  }

  return {
    async put(orgId, fileId, bytes) {
      // Without a type no browser that opens the object directly shows it as a page. Fetch adds the length; newer
      // versions of Node refuse a request that has it twice.
      const headers = { "Content-Type": "application/octet-stream" };
      const body = bytes as Uint8Array<ArrayBuffer>;
      const done = await send(keyOf(orgId, fileId), { method: "PUT", body, headers, expected: [200, 201, 204] });
      await done.body?.cancel();
    },
    async *get(orgId, fileId) {
      const { body } = await send(keyOf(orgId, fileId), { expected: [200] });
      if (!body) throw new Error("the bucket responded without bytes");
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) yield chunk;
    },
    async remove(orgId, fileId) {
      const done = await send(keyOf(orgId, fileId), { method: "DELETE", expected: [200, 202, 204, 404] });
      await done.body?.cancel();
    },
    async list(orgId) {
      const found: { id: string; at: Date }[] = [];
      const [, bucket, folder] = /^(https?:\/\/[^/]+\/[^/]+)(?:\/(.*))?$/.exec(base)!;
      const prefix = `${folder ? `${folder}/` : ""}${orgId}/`;
      for (let token: string | undefined, more = true; more;) {
        const query = new URLSearchParams({ "list-type": "2", prefix, ...(token && { "continuation-token": token }) });
        const response = await send(`${bucket}?${query}`, { expected: [200] });
        const page = readPage(await response.text());
        for (const { key, at } of page.objects) found.push({ id: key.slice(prefix.length), at });
        token = page.next;
        more = token !== undefined;
      }
      return found;
    },
  };
}

/** The parts of FILES_URL. */
export interface BucketAddress {
  /** Address of the bucket, and of the folder in it, without a trailing slash. */
  base: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Reads FILES_URL. Throws an error that does not repeat the address, because it contains a secret. */
export function bucketAddress(address: string): BucketAddress {
  const url = URL.canParse(address) ? new URL(address.replace(/^s3:/i, "https:")) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error("must begin with s3://, https:// or http://");
  const [accessKeyId, secretAccessKey] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  if (!accessKeyId || !secretAccessKey)
    throw new Error("must contain the access key and its secret: s3://KEY:SECRET@…");
  const path = url.pathname.replace(/\/+$/, "");
  if (!/^\/[^/]+/.test(path)) throw new Error("must name the bucket: s3://KEY:SECRET@host/bucket");
  const region = url.searchParams.get("region") ?? "us-east-1";
  return { base: `${url.protocol}//${url.host}${path}`, region, accessKeyId, secretAccessKey };
}

/** Reads the keys of a list. Ids need no XML entities, and a key with others is not ours. */
function readPage(xml: string): { objects: { key: string; at: Date }[]; next: string | undefined } {
  const textIn = (part: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(part)?.[1];
  const objects = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].flatMap(([, part = ""]) => {
    const [key, at] = [textIn(part, "Key"), textIn(part, "LastModified")];
    return key && at ? [{ key, at: new Date(at) }] : [];
  });
  const isCut = textIn(xml, "IsTruncated") === "true";
  const token = textIn(xml, "NextContinuationToken");
  return { objects, next: isCut && token ? unescaped(token) : undefined };
}

const unescaped = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
