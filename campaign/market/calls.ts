/** Calls of the random market over HTTP, to one of two processes that share nothing but the database. */
import { fork } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TEST_SECRET } from "../../server/testing/app.ts";
import type { TestDatabase } from "../../server/testing/database.ts";

/** As both processes and the test's own read it; what people typed is sealed with it. */
export const SECRET = createHash("sha256").update(TEST_SECRET).digest();
export const ORIGIN = "http://localhost";

export type Servers = {
  readonly urls: readonly string[];
  /** Cuts its connections in the middle and starts another one in its place. */
  killAndStart(which: number): Promise<void>;
  stop(): void;
};

/** Two processes of the application at this database. */
export async function startServers({ url, busUrl }: Pick<TestDatabase, "url" | "busUrl">): Promise<Servers> {
  const folder = mkdtempSync(join(tmpdir(), "parley-market-"));
  const env = { ...process.env, DATABASE_URL: url, BUS_URL: busUrl, DATA_DIR: folder, PARLEY_SECRET: TEST_SECRET };
  const begin = () => startServer({ ...env, NODE_TEST_CONTEXT: undefined });
  const children = await Promise.all([begin(), begin()]);
  const urls = children.map(({ url }) => url);
  return {
    urls,
    async killAndStart(which) {
      children[which]?.kill();
      const next = await begin();
      children[which] = next;
      urls[which] = next.url;
    },
    stop() {
      for (const child of children) child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startServer(env: NodeJS.ProcessEnv): Promise<{ readonly url: string; kill(): void }> {
  const child = fork(join(import.meta.dirname, "server.ts"), [], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const port = await new Promise<number>((done, fail) => {
    child.once("message", (port) => done(Number(port)));
    child.once("exit", (code) => fail(new Error(`a process of the market ended with ${code}`)));
  });
  return { url: `http://127.0.0.1:${port}`, kill: () => void child.kill("SIGKILL") };
}

/** The page of a reader. */
export async function read<T>(url: string, { token }: Caller, path: string): Promise<T> {
  const response = await fetch(url + path, {
    headers: { cookie: `parley=${token}`, "x-requested-with": "XMLHttpRequest" },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const { data } = (await response.json()) as { data: T };
  if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`);
  return data;
}

export type Caller = { readonly id: bigint; token: string };
export type Call = {
  readonly by: Caller;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly key: string;
};
/** The code of a refusal, or "". */
export type Answer = { readonly status: number; readonly code: string; readonly text: string };

/** Longer than any call takes here: a call without a response fails. */
const PATIENCE_MS = 60_000;
/** While another process works at the same call. */
const MOST_IN_FLIGHT = 2000;

export async function send(url: string, call: Call, tries = 1): Promise<Answer> {
  const { by, path, body, key } = call;
  const seed = `csrf:${by.token.split(".", 1)[0]}`;
  const response = await fetch(url + path, {
    method: "POST",
    headers: {
      cookie: `parley=${by.token}`,
      "content-type": "application/json",
      "x-requested-with": "XMLHttpRequest",
      "x-csrf-token": createHmac("sha256", SECRET).update(seed).digest("base64url"),
      "idempotency-key": key,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith("parley="));
  if (cookie) by.token = decodeURIComponent(cookie.slice("parley=".length).split(";", 1)[0] ?? "");
  // The request id is new for each request, also for a repeated response.
  const { requestId: _, ...answer } = (await response.json()) as { requestId?: string; errors?: { code: string } };
  const [text, code] = [JSON.stringify(answer), answer.errors?.code ?? ""];
  if (code === "idempotency.in_flight" && tries < MOST_IN_FLIGHT) return send(url, call, tries + 1);
  if (response.status >= 500 && !HALTED.includes(code)) throw new Error(`${path} was answered ${text}`);
  return { status: response.status, code, text };
}

const HALTED = ["ledger.halted", "trade.start_halted", "LEDGER_ASYNC_MODE", "wallet.rail_unavailable"];
/** Answers that are not kept under their key: the next call with it is a call like the first. */
const NOT_KEPT = [400, 401, 429, 500, 503];

export const isKept = ({ status }: Answer): boolean => !NOT_KEPT.includes(status);
