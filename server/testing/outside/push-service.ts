/**
 * A push service for tests, on loopback: it verifies who sends (RFC 8292), and each of its browsers decrypts what comes
 * for it (RFC 8291), by Node's own functions and none of those that sent it.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { PushMessage } from "#contract/reach/notifications.ts";
import { afterTests } from "../after-tests.ts";

export type Pushed = {
  readonly message: PushMessage;
  readonly headers: IncomingMessage["headers"];
  /** What the sender's word says, once its signature was right. */
  readonly claims: { aud: string; exp: number; sub: string };
};

export type Browser = {
  readonly endpoint: string;
  readonly keys: { p256dh: string; auth: string };
  /** What came since it was last asked. */
  got(): Pushed[];
  /** How the service answers for this browser from now on. */
  answersWith(status: number, headers?: Record<string, string>): void;
  /** What comes from now on gets no answer at all. */
  staysSilent(): void;
};

export type PushService = {
  readonly origin: string;
  browser(): Browser;
  asked(): number;
  /** What it does from now on between a message and its answer. */
  beforeAnswering(wait: () => Promise<void>): void;
};

const SILENT = 0;

/** `publicKey` is the one that its browsers were subscribed with. */
export async function startPushService(publicKey: () => string): Promise<PushService> {
  const browsers = new Map<string, (request: IncomingMessage, body: Buffer) => [number, Record<string, string>]>();
  let asked = 0;
  let wait = async () => {};
  const server = createServer((request, response) => {
    asked += 1;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const browser = browsers.get(request.url ?? "");
      const [status, headers] = browser ? browser(request, Buffer.concat(chunks)) : [404, {}];
      if (status === SILENT) return;
      void wait().then(() => response.writeHead(status, headers).end());
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  afterTests(() => server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    asked: () => asked,
    beforeAnswering(other) {
      wait = other;
    },
    browser() {
      const path = `/push/${randomBytes(8).toString("hex")}`;
      const pair = createECDH("prime256v1");
      const own = pair.generateKeys();
      const auth = randomBytes(16);
      const pushed: Pushed[] = [];
      let answer: [number, Record<string, string>] = [201, {}];
      browsers.set(path, (request, body) => {
        const claims = claimsOf(request.headers.authorization ?? "", publicKey());
        const message = JSON.parse(decrypted(body, { pair, own, auth })) as PushMessage;
        if (answer[0] === 201) pushed.push({ message, headers: request.headers, claims });
        return answer;
      });
      return {
        endpoint: `${origin}${path}`,
        keys: { p256dh: own.toString("base64url"), auth: auth.toString("base64url") },
        got: () => pushed.splice(0),
        answersWith(status, headers = {}) {
          answer = [status, headers];
        },
        staysSilent() {
          answer = [SILENT, {}];
        },
      };
    },
  };
}

function claimsOf(header: string, publicKey: string): Pushed["claims"] {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  if (key !== publicKey) throw new Error("signed with another key than the browser knows");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const signer = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, format: "jwk" });
  const [head, body, mark] = token.split(".");
  const isRight = verify(
    "sha256",
    Buffer.from(`${head}.${body}`),
    { key: signer, dsaEncoding: "ieee-p1363" },
    Buffer.from(mark ?? "", "base64url"),
  );
  if (!isRight) throw new Error("the signature is wrong");
  return JSON.parse(Buffer.from(body ?? "", "base64url").toString());
}

type Keys = { readonly pair: ReturnType<typeof createECDH>; readonly own: Buffer; readonly auth: Buffer };

/** A body of one record, as RFC 8188 has it. */
function decrypted(body: Buffer, { pair, own, auth }: Keys): string {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const sender = body.subarray(21, keyEnd);
  const derive = (key: Uint8Array, salted: Uint8Array, info: Uint8Array, size: number) =>
    new Uint8Array(hkdfSync("sha256", key, salted, info, size));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), own, sender]);
  const shared = derive(pair.computeSecret(sender), auth, info, 32);
  const key = derive(shared, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(shared, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
}
