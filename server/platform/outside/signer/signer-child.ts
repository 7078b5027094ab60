/**
 * The signer as a child of this process: starts it, asks it, and starts it again when it has ended. They speak JSON lines
 * over the child's standard streams: when the server dies the stream closes and the signer ends.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
  type AskSigner,
  type Signer,
  type SignerLine,
  SignerRefusal,
  type SignerSettings,
  SignerSilent,
  signerOf,
  type Verifier,
} from "./signer.ts";

const ANSWER_WITHIN_MS = 20_000;

export type SignerOptions = { readonly program?: string; readonly say?: (text: string) => void };

/** After an unexpected end, doubled after each further one; a request starts it at once. */
const START_AGAIN_MS = { first: 1000, longest: 30_000 };

/** Starts at the first question, and again when it has ended: after a second, or with the next question. */
export function openSigner(
  settings: SignerSettings,
  { program = join(import.meta.dirname, "../../signer/main.ts"), say = () => {} }: SignerOptions = {},
): Signer & Verifier {
  let live: Connection | undefined;
  let stopping = false;
  let waitMs = START_AGAIN_MS.first;
  const connection = (): Connection => {
    if (live && !live.hasEnded()) return live;
    const opened = connect(settings, program);
    live = opened;
    void opened.ended.then((saidLast) => {
      if (stopping) return;
      say(`the signer has stopped${saidLast ? `: ${saidLast}` : ""}; starting it again`);
      setTimeout(() => {
        if (!stopping && live === opened) connection();
      }, waitMs).unref();
      waitMs = Math.min(waitMs * 2, START_AGAIN_MS.longest);
    });
    return opened;
  };
  const ask: AskSigner = async (method, params) => {
    const { result, refusal } = await connection().ask(method, params);
    waitMs = START_AGAIN_MS.first;
    // A fault is no decision: the database may be away, and the same question is asked again.
    if (refusal?.code === "signer.fault") throw new SignerSilent(refusal.message);
    if (refusal) throw new SignerRefusal(refusal.code, refusal.message);
    return result;
  };
  return {
    ...signerOf(ask),
    async stop() {
      stopping = true;
      await live?.stop();
    },
  };
}

type Connection = {
  ask(method: string, params: unknown): Promise<SignerLine>;
  hasEnded(): boolean;
  /** Resolves with its last output when it has ended. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
};

function connect(settings: SignerSettings, program: string): Connection {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program], {
    env: { PATH: process.env.PATH ?? "" },
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const waiting = new Map<number, { done: (line: SignerLine) => void; fail: (error: Error) => void }>();
  let lastId = 0;
  let said = "";
  child.stderr.on("data", (chunk) => {
    said = (said + chunk).slice(-2000);
  });
  // A pipe to a process that just died: `exit` reports its end.
  child.stdin.on("error", () => undefined);
  const giveUp = () => {
    for (const { fail } of waiting.values()) fail(new SignerSilent(`the signer ended: ${said.trim()}`));
    waiting.clear();
  };
  const ended = new Promise<string>((done) => {
    child.on("exit", () => done(said.trim()));
    child.on("error", (error) => done(error.message));
  });
  void ended.then(giveUp);
  createInterface({ input: child.stdout }).on("line", (text) => {
    const line = JSON.parse(text) as SignerLine;
    waiting.get(line.id)?.done(line);
    waiting.delete(line.id);
  });
  child.stdin.write(`${JSON.stringify(settings)}\n`);
  return {
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ended,
    ask(method, params) {
      const id = ++lastId;
      const answer = new Promise<SignerLine>((done, fail) => waiting.set(id, { done, fail }));
      child.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
      return withTimeLimit(answer, () => waiting.delete(id));
    },
    stop: () => endSigner(child),
  };
}

function withTimeLimit<T>(work: Promise<T>, forget: () => void): Promise<T> {
  return new Promise((done, fail) => {
    const late = setTimeout(() => {
      forget();
      fail(new SignerSilent(`the signer did not answer within ${ANSWER_WITHIN_MS / 1000} s`));
    }, ANSWER_WITHIN_MS);
    work.then(done, fail).finally(() => clearTimeout(late));
  });
}

async function endSigner(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  child.stdin?.end();
  const late = setTimeout(() => child.kill("SIGKILL"), 5000);
  await gone;
  clearTimeout(late);
}
