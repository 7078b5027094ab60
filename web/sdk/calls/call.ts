/**
 * The page's own caller: builds the address, sends the anti-forgery token and an idempotency key that stays the same
 * over retries, and turns a declined answer into a Refusal that carries the server's code and words.
 */
import { filled } from "#contract/platform/filled.ts";
import type { EndpointShape } from "#contract/platform/endpoint.ts";
import type { Puzzle } from "#contract/platform/puzzles.ts";
import { Declined, isNoAnswer, isUnanswered } from "../declined.ts";
import type { Call, FileInput } from "../page-kit.ts";
import { createRequestKeys } from "./request-keys.ts";

type Envelope = {
  data?: unknown;
  meta?: unknown;
  message?: string;
  errors?: { message?: string; code?: string; details?: Declined["details"] };
  context?: Record<string, unknown>;
  stateMachine?: boolean;
};

export type CallHooks = {
  csrfToken: () => string;
  /** The external id of the signed-in user; undefined for a visitor. */
  subject?: () => string | undefined;
  offlineText: () => string;
  /** The reader's words for a code, where they are not the server's. */
  refusalText: (code: string) => Promise<string | undefined>;
  /** The ledger cannot post for a moment: true at the first such answer, false when it is over. */
  ledgerBusy: (isBusy: boolean) => void;
  signedOut: () => void;
  report: (error: unknown) => void;
};

const LEDGER_TRIES = 10_000;
const LEDGER_STEP_MS = 500;
const LEDGER_LONGEST_MS = 15_000;
const GENERAL_TRIES = 3;
const GENERAL_STEP_MS = 1000;
/** Within it the answer that brought the session's new token has come. */
const EXCHANGE_MS = 500;

export function createCall(hooks: CallHooks): Call {
  const keys = createRequestKeys({ isUnanswered });
  return async (endpoint, input) => {
    const request = requestOf(endpoint, input, hooks);
    if (endpoint.method === "GET" || request.upload) return send(request, input.signal, hooks);
    const text = `${endpoint.method} ${request.url} ${request.init.body ?? ""}`;
    return keys.once(text, (key) => {
      request.headers["idempotency-key"] = key;
      return send(request, input.signal, hooks) as never;
    });
  };
}

type Outgoing = { url: string; init: RequestInit; headers: Record<string, string>; upload?: FileInput };

/** Asks until there is an answer that counts; the same key over all tries. */
async function send(request: Outgoing, signal: AbortSignal | undefined, hooks: CallHooks) {
  let busy = false;
  let asksAgain = false;
  let works = 2;
  try {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await attemptOnce(request, signal);
      if (answer.ok) return { data: answer.envelope.data, meta: answer.envelope.meta } as never;
      const { status, envelope } = answer;
      const isLedger =
        status === 503 && envelope.errors?.code === "LEDGER_ASYNC_MODE" && envelope.stateMachine === true;
      if (isLedger && attempt < LEDGER_TRIES) {
        if (!busy) hooks.ledgerBusy(true);
        busy = true;
        await pause(Math.min(LEDGER_STEP_MS * attempt, LEDGER_LONGEST_MS), signal);
        continue;
      }
      // A cut connection or a restarting server: the same key makes the repeat harmless, and finds the first try at work.
      const isAtWork = status === 409 && envelope.errors?.code === "idempotency.in_flight";
      if ((isNoAnswer(status) || isAtWork) && attempt < GENERAL_TRIES) {
        await pause(GENERAL_STEP_MS * attempt, signal);
        continue;
      }
      const worked = await workFor(answer);
      if (worked !== undefined && works-- > 0) {
        request.headers["x-proof-of-work"] = worked;
        continue;
      }
      // A call beside it may have exchanged the session's token while this one was on its way: it was not looked at.
      if (isStranger(answer) && !asksAgain) {
        asksAgain = true;
        await pause(EXCHANGE_MS, signal);
        continue;
      }
      throw await declined(answer, hooks);
    }
  } finally {
    if (busy) hooks.ledgerBusy(false);
  }
}

/** The puzzle that the server requires after many tries; undefined for other responses. */
async function workFor({ status, envelope }: { status: number; envelope: Envelope }): Promise<string | undefined> {
  if (status !== 428 || envelope.errors?.code !== "auth.puzzle_required") return undefined;
  const { solvePuzzle } = await import("./puzzle.ts");
  return solvePuzzle(envelope.context?.puzzle as Puzzle);
}

function isStranger({ status, envelope }: { status: number; envelope: Envelope }): boolean {
  return status === 401 && envelope.errors?.code === "auth.required";
}

function requestOf(
  endpoint: EndpointShape,
  input: { params?: unknown; query?: unknown; body?: unknown } & Partial<FileInput>,
  { csrfToken, subject }: CallHooks,
): Outgoing {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>))
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  const headers: Record<string, string> = {
    accept: "application/json",
    "x-csrf-token": csrfToken(),
    "x-requested-with": "XMLHttpRequest",
  };
  const own = endpoint.isOfSubject ? subject?.() : undefined;
  if (own) headers.sub = own;
  const init: RequestInit = { method: endpoint.method, headers, credentials: "same-origin" };
  const request: Outgoing = { url: query.size > 0 ? `${path}?${query}` : path, init, headers };
  const { file, onProgress } = input;
  if (file) {
    headers["idempotency-key"] = crypto.randomUUID();
    return { ...request, upload: onProgress ? { file, onProgress } : { file } };
  }
  if (input.body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(input.body);
  }
  return request;
}

type Attempt = { ok: true; envelope: Envelope } | { ok: false; status: number; envelope: Envelope };

async function attemptOnce(request: Outgoing, signal?: AbortSignal): Promise<Attempt> {
  let response: Response;
  try {
    response = request.upload
      ? await sendFile(request, request.upload, signal)
      : await fetch(request.url, { ...request.init, signal: signal ?? null });
  } catch (error) {
    if (signal?.aborted) throw error;
    return { ok: false, status: 0, envelope: {} };
  }
  // An answer that is not JSON (a proxy's page) has no code; the status says enough.
  const envelope = (await response.json().catch(() => ({}))) as Envelope;
  return response.ok ? { ok: true, envelope } : { ok: false, status: response.status, envelope };
}

async function declined(
  { status, envelope }: { status: number; envelope: Envelope },
  hooks: CallHooks,
): Promise<Declined> {
  const code = envelope.errors?.code ?? "network";
  const said = envelope.errors?.message ?? envelope.message ?? hooks.offlineText();
  const details = envelope.errors?.details ?? {};
  const context = envelope.context ?? {};
  const toldOf = async (code: string, values = context) => {
    const text = await hooks.refusalText(code);
    return text === undefined ? undefined : filled(text, values);
  };
  for (const faults of Object.values(details))
    for (const fault of faults)
      fault.message =
        (await toldOf(fault.code)) ?? (await toldOf(`shape.${fault.form}`, fault.values)) ?? fault.message;
  const error = new Declined(status, code, (await toldOf(code)) ?? said, { details, context });
  if (status === 500) hooks.report(error);
  if (status === 401) hooks.signedOut();
  return error;
}

async function sendFile(request: Outgoing, upload: FileInput, signal: AbortSignal | undefined): Promise<Response> {
  const { postFile } = await import("./post-file.ts");
  return postFile({ ...request, ...upload, signal });
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
