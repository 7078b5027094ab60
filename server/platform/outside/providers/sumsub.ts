/**
 * Sumsub's API: an applicant for each verification, the pictures of their document, and what came of the check. Each request is
 * signed with the secret of the app token, over time, method, path and body.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export type SumsubDocument = {
  /** As Sumsub names them: PASSPORT, ID_CARD, DRIVERS, RESIDENCE_PERMIT, SELFIE, UTILITY_BILL. */
  readonly idDocType: string;
  /** Three letters. */
  readonly country: string;
  readonly idDocSubType?: "FRONT_SIDE" | "BACK_SIDE";
  /** A JPEG. */
  readonly picture: Uint8Array;
};

export type SumsubReview =
  | { readonly state: "open" }
  | { readonly state: "green" }
  /** Labels are Sumsub's own. */
  | { readonly state: "red"; readonly labels: readonly string[] };

export type Sumsub = {
  /** Returns the id; the second time that of the first. All throw SumsubError. */
  applicant(wanted: { readonly externalUserId: string; readonly levelName: string }): Promise<string>;
  addDocument(applicantId: string, document: SumsubDocument): Promise<void>;
  /** The applicant is complete: Sumsub begins to check. */
  markPending(applicantId: string): Promise<void>;
  review(applicantId: string): Promise<SumsubReview>;
  /** Opens this applicant to Sumsub's own web SDK, and no other, for so many seconds. */
  accessToken(wanted: {
    readonly externalUserId: string;
    readonly levelName: string;
    readonly ttlSec: number;
  }): Promise<string>;
  /** The applicant becomes as if it had never been, the second time too; the record goes by the retention that is set there. */
  forget(applicantId: string): Promise<void>;
};

export class SumsubError extends Error {}

const TIMEOUT_MS = 20_000;
const ID = /^[0-9A-Za-z_-]{6,64}$/;

type Settings = {
  readonly appToken: string;
  readonly secret: string;
  readonly api: string;
  readonly now: () => number;
};
type Request = { readonly method: "GET" | "POST" | "PATCH"; readonly path: string; readonly body?: Body };
type Body = { readonly type: string; readonly bytes: Uint8Array };
type Answer = { readonly status: number; readonly said: Record<string, unknown> };

/** `now` is in Unix seconds: Sumsub takes no request that is a minute old. */
export function openSumsub(settings: Settings): Sumsub {
  const ask = (request: Request) => send(settings, request);
  const must = async (request: Request): Promise<Record<string, unknown>> => {
    const { status, said } = await ask(request);
    if (status < 200 || status > 299) throw new SumsubError(`Sumsub answers ${request.method} with ${status}`);
    return said;
  };
  return {
    async applicant({ externalUserId, levelName }) {
      const path = `/resources/applicants?levelName=${encodeURIComponent(levelName)}`;
      const made = await ask({ method: "POST", path, body: json({ externalUserId }) });
      if (made.status !== 409) return idOf(made);
      return idOf(
        await ask({
          method: "GET",
          path: `/resources/applicants/-;externalUserId=${encodeURIComponent(externalUserId)}/one`,
        }),
      );
    },
    async addDocument(applicantId, { picture, ...metadata }) {
      const form = new FormData();
      form.append("metadata", JSON.stringify(metadata));
      form.append("content", new Blob([new Uint8Array(picture)], { type: "image/jpeg" }), "document.jpg");
      await must({ method: "POST", path: `/resources/applicants/${applicantId}/info/idDoc`, body: await packed(form) });
    },
    async markPending(applicantId) {
      await must({ method: "POST", path: `/resources/applicants/${applicantId}/status/pending` });
    },
    async review(applicantId) {
      return reviewOf(await must({ method: "GET", path: `/resources/applicants/${applicantId}/one` }));
    },
    async accessToken({ externalUserId, levelName, ttlSec }) {
      const body = json({ userId: externalUserId, levelName, ttlInSecs: ttlSec });
      const { token, userId } = await must({ method: "POST", path: "/resources/accessTokens/sdk", body });
      if (typeof token !== "string" || token === "" || userId !== externalUserId)
        throw new SumsubError("Sumsub answers with no token of this applicant");
      return token;
    },
    async forget(applicantId) {
      const { status } = await ask({
        method: "PATCH",
        path: `/resources/applicants/${applicantId}/presence/deactivated`,
      });
      // Gone there already is what was wanted.
      if (status !== 404 && (status < 200 || status > 299))
        throw new SumsubError(`Sumsub answers a PATCH with ${status}`);
    },
  };
}

const json = (value: object): Body => ({ type: "application/json", bytes: Buffer.from(JSON.stringify(value)) });

/** The signature is over the bytes that are sent. */
async function packed(form: FormData): Promise<Body> {
  const whole = new Response(form);
  return { type: whole.headers.get("content-type") ?? "", bytes: new Uint8Array(await whole.arrayBuffer()) };
}

async function send({ appToken, secret, api, now }: Settings, { method, path, body }: Request): Promise<Answer> {
  const at = String(Math.floor(now()));
  const signature = createHmac("sha256", secret).update(at + method + path);
  if (body) signature.update(body.bytes);
  const answer = await fetch(api + path, {
    method,
    headers: {
      "X-App-Token": appToken,
      "X-App-Access-Ts": at,
      "X-App-Access-Sig": signature.digest("hex"),
      accept: "application/json",
      ...(body ? { "content-type": body.type } : {}),
    },
    ...(body ? { body: new Uint8Array(body.bytes) } : {}),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new SumsubError("Sumsub does not answer");
  });
  const said = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  return { status: answer.status, said };
}

function idOf({ status, said }: Answer): string {
  if (typeof said.id !== "string" || !ID.test(said.id))
    throw new SumsubError(`Sumsub answers ${status} with no applicant`);
  return said.id;
}

function reviewOf({ review }: Record<string, unknown>): SumsubReview {
  const { reviewStatus, reviewResult } = (review ?? {}) as { reviewStatus?: string; reviewResult?: Result };
  if (reviewStatus !== "completed" || !reviewResult) return { state: "open" };
  if (reviewResult.reviewAnswer === "GREEN") return { state: "green" };
  return reviewResult.reviewAnswer === "RED"
    ? { state: "red", labels: reviewResult.rejectLabels ?? [] }
    : { state: "open" };
}
type Result = { reviewAnswer?: string; rejectLabels?: string[] };

const DIGESTS: Readonly<Record<string, string>> = {
  HMAC_SHA1_HEX: "sha1",
  HMAC_SHA256_HEX: "sha256",
  HMAC_SHA512_HEX: "sha512",
};

/** Whether Sumsub wrote these bytes of a webhook: by the headers X-Payload-Digest and X-Payload-Digest-Alg. */
export function isFromSumsub(
  body: Uint8Array,
  { secret, digest, algorithm }: { secret: string; digest: string; algorithm: string },
): boolean {
  const hash = Object.hasOwn(DIGESTS, algorithm) ? DIGESTS[algorithm] : undefined;
  if (hash === undefined) return false;
  const right = Buffer.from(createHmac(hash, secret).update(body).digest("hex"));
  const given = Buffer.from(digest);
  return right.length === given.length && timingSafeEqual(right, given);
}
