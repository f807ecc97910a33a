import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

// A software authenticator with the browser's part around it: creates passkeys and signs challenges, correctly or not.

export interface SigningOptions {
  /** Origin that the browser reports. */
  origin?: string;
  /** Host that the authenticator reports. */
  host?: string;
  /** Signature counter. */
  counter?: number;
  /** Whether the authenticator has verified the user. */
  isVerified?: boolean;
  userHandle?: string;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
/** Browsers create passkeys for https host names, and for this one. */
export const PASSKEY_URL = "http://localhost:3000";
const { origin: ORIGIN, hostname: HOST } = new URL(PASSKEY_URL);

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

function clientData(type: "webauthn.create" | "webauthn.get", challenge: string, origin = ORIGIN): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(flags: number, { host = HOST, counter = 0, isVerified = true }: SigningOptions): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(host), Buffer.from([flags | PRESENT | (isVerified ? VERIFIED : 0)]), count]);
}

/** Creates an authenticator with one passkey. */
export function newAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  const bytes = (text = "") => new Uint8Array(Buffer.from(text, "base64url"));
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]) as never,
  );
  const credential = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" };

  return {
    credentialId: credential.id,
    /** Returns the browser's response for a new passkey. */
    make(challenge: string, options: SigningOptions = {}): string {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        authenticatorData(HAS_KEY, options),
        Buffer.alloc(16),
        length,
        id,
        Buffer.from(cose),
      ]);
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", new Uint8Array(authData)],
        ]) as never,
      );
      return JSON.stringify({
        ...credential,
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, options.origin).toString("base64url"),
          attestationObject: Buffer.from(attestation).toString("base64url"),
          transports: ["internal"],
        },
        clientExtensionResults: {},
      });
    },
    /** Returns the browser's response to a sign-in challenge. */
    answer(challenge: string, options: SigningOptions = {}): string {
      const data = clientData("webauthn.get", challenge, options.origin);
      const authData = authenticatorData(0, options);
      const signature = sign("sha256", Buffer.concat([authData, sha256(data)]), privateKey);
      return JSON.stringify({
        ...credential,
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: signature.toString("base64url"),
          ...(options.userHandle && { userHandle: options.userHandle }),
        },
        clientExtensionResults: {},
      });
    },
  };
}

export type Authenticator = ReturnType<typeof newAuthenticator>;
