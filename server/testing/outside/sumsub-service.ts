/** Sumsub for tests, on loopback: speaks the part of its API that we use, checks each signature, and reviews as instructed. */
import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterTests } from "../after-tests.ts";

export const SUMSUB = { appToken: "sbx:a-token-of-tests", secret: "a secret of tests" };
export const WEBHOOK_SECRET = "a secret for webhooks";

type Applicant = {
  readonly id: string;
  readonly externalUserId: string;
  readonly levelName: string;
  readonly documents: { readonly metadata: Record<string, unknown>; readonly bytes: number }[];
  status: "init" | "pending" | "completed";
  isForgotten?: true;
  isRefused?: true;
  result?: { reviewAnswer: "GREEN" | "RED"; rejectLabels?: string[] };
};
type AccessToken = {
  readonly token: string;
  readonly userId: string;
  readonly levelName: string;
  readonly ttlInSecs: number;
};
type Kept = { readonly applicants: Applicant[]; readonly tokens: AccessToken[] };
export type SumsubService = {
  readonly api: string;
  readonly applicants: Applicant[];
  /** For its web SDK, in the order in which they were given. */
  readonly tokens: AccessToken[];
  /** Its people have looked. */
  decide(externalUserId: string, result: NonNullable<Applicant["result"]>): void;
  /** The bytes and headers of a webhook about this applicant. */
  webhook(externalUserId: string, secret?: string): { payload: string; headers: Record<string, string> };
  /** Answers the next request with a fault. */
  breakNext(): void;
  /** Takes no document of this one's. */
  refuse(externalUserId: string): void;
};

export async function startSumsub(): Promise<SumsubService> {
  const kept: Kept = { applicants: [], tokens: [] };
  const { applicants } = kept;
  let isBroken = false;
  const server = createServer(async (request, response) => {
    const body = await bytesOf(request);
    const answer = isBroken ? { status: 500, said: {} } : answerTo(kept, request, body);
    isBroken = false;
    response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.said));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  afterTests(() => server.close());
  const find = (externalUserId: string) => {
    const found = applicants.find((one) => one.externalUserId === externalUserId);
    if (!found) throw new Error(`Sumsub has no ${externalUserId}`);
    return found;
  };
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...kept,
    decide: (externalUserId, result) => void Object.assign(find(externalUserId), { status: "completed", result }),
    webhook(externalUserId, secret = WEBHOOK_SECRET) {
      const { id, result } = find(externalUserId);
      const payload = JSON.stringify({
        applicantId: id,
        externalUserId,
        type: "applicantReviewed",
        reviewResult: result,
      });
      const digest = createHmac("sha256", secret).update(payload).digest("hex");
      return { payload, headers: { "x-payload-digest": digest, "x-payload-digest-alg": "HMAC_SHA256_HEX" } };
    },
    refuse(externalUserId) {
      find(externalUserId).isRefused = true;
    },
    breakNext() {
      isBroken = true;
    },
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

type Answer = { readonly status: number; readonly said: object };

function answerTo({ applicants, tokens }: Kept, request: IncomingMessage, body: Buffer): Answer {
  if (!isSigned(request, body)) return { status: 401, said: { description: "Request signature mismatch" } };
  const { pathname, searchParams } = new URL(request.url ?? "", "http://sumsub.test");
  if (request.method === "POST" && pathname === "/resources/applicants")
    return create(applicants, JSON.parse(body.toString()), searchParams.get("levelName") ?? "");
  if (request.method === "POST" && pathname === "/resources/accessTokens/sdk")
    return giveToken(tokens, JSON.parse(body.toString()));
  const [, key = "", act = ""] = /^\/resources\/applicants\/([^/]+)\/(.+)$/.exec(pathname) ?? [];
  const external = /^-;externalUserId=(.+)$/.exec(key)?.[1];
  const one = applicants.find(({ id, externalUserId }) => id === key || externalUserId === external);
  if (!one) return { status: 404, said: { description: "Applicant not found" } };
  if (request.method === "PATCH" && act === "presence/deactivated") {
    one.isForgotten = true;
    return { status: 200, said: { id: one.id, deleted: true } };
  }
  if (act === "one") return { status: 200, said: viewOf(one) };
  if (act === "info/idDoc" && one.isRefused) return { status: 400, said: { description: "unreadable" } };
  if (act === "info/idDoc") return addDocument(one, request, body);
  if (act !== "status/pending") return { status: 404, said: {} };
  one.status = "pending";
  return { status: 200, said: { ok: 1 } };
}

/** As Sumsub's documentation has it: over time, method, path with its query, and body. */
function isSigned({ headers, method, url }: IncomingMessage, body: Buffer): boolean {
  const at = String(headers["x-app-access-ts"]);
  const right = createHmac("sha256", SUMSUB.secret)
    .update(at + method + url)
    .update(body)
    .digest("hex");
  return headers["x-app-token"] === SUMSUB.appToken && headers["x-app-access-sig"] === right && /^\d{10}$/.test(at);
}

function create(applicants: Applicant[], { externalUserId }: { externalUserId: string }, levelName: string): Answer {
  if (applicants.some((one) => one.externalUserId === externalUserId))
    return { status: 409, said: { description: `Applicant with external user id '${externalUserId}' already exists` } };
  const one: Applicant = {
    ...{ externalUserId, levelName, documents: [], status: "init" as const },
    id: `65f0applicant${applicants.length}`,
  };
  applicants.push(one);
  return { status: 201, said: viewOf(one) };
}

function giveToken(tokens: AccessToken[], { userId, levelName, ttlInSecs }: Omit<AccessToken, "token">): Answer {
  if (!userId || !levelName || !Number.isInteger(ttlInSecs))
    return { status: 400, said: { description: "userId and levelName are required" } };
  const token = `_act-sbx-${tokens.length}-0000-0000-000000000000`;
  tokens.push({ token, userId, levelName, ttlInSecs });
  return { status: 200, said: { token, userId } };
}

const viewOf = ({ id, externalUserId, status, result }: Applicant) => ({
  ...{ id, externalUserId },
  review: { reviewStatus: status, ...(result ? { reviewResult: result } : {}) },
});

function addDocument(one: Applicant, { headers }: IncomingMessage, body: Buffer): Answer {
  const boundary = /boundary=(.+)$/.exec(headers["content-type"] ?? "")?.[1] ?? "";
  const parts = body.toString("latin1").split(`--${boundary}`);
  const contentOf = (name: string) => parts.find((part) => part.includes(`name="${name}"`))?.split("\r\n\r\n")[1] ?? "";
  const content = contentOf("content");
  if (!content.startsWith("\xff\xd8\xff")) return { status: 400, said: { description: "Not an image" } };
  one.documents.push({ metadata: JSON.parse(contentOf("metadata")), bytes: content.length });
  return { status: 200, said: {} };
}
