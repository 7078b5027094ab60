/**
 * The signer for processes that have not started it, on two sockets, each for its user and group of the system only:
 * people are verified on one, and what signs is on the other.
 */
import { chmodSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import {
  type AskSigner,
  type Signer,
  type SignerLine,
  SignerRefusal,
  SignerSilent,
  signerOf,
  type Verifier,
  verifierOf,
} from "./signer.ts";

type Question = { readonly id: number; readonly method: string; readonly params: never };

type Methods = Readonly<Record<string, ((params: never) => Promise<unknown>) | undefined>>;
export type Served = { stop(): Promise<void> };

/** For web and workers: what verifies people, and makes addresses that others pay to. */
export function serveVerifier(verifier: Verifier, path: string): Promise<Served> {
  return serve(path, {
    prepare_credential: ({ password }: { password: string }) => verifier.prepareCredential(password),
    check_password: verifier.checkPassword,
    prove: verifier.prove,
    factors: ({ userId }: { userId: string }) => verifier.factors(userId),
    second_step: ({ userId }: { userId: string }) => verifier.secondStep(userId),
    check_second_step: verifier.checkSecondStep,
    approve_sign_in: verifier.approveSignIn,
    send_code: verifier.sendCode,
    hold_send_outs: verifier.holdSendOuts,
    sign_audit_head: verifier.signAuditHead,
    change_factors: verifier.changeFactors,
    change_password: verifier.changePassword,
    reset_password: verifier.resetPassword,
    finish_recovery: verifier.finishRecovery,
    attestation_key: verifier.attestationKey,
    make_deposit_address: verifier.makeDepositAddress,
  });
}

/** For the chain processes: signing and deriving addresses. No users are verified on it. */
export function serveSigning(signer: Omit<Signer, "stop">, path: string): Promise<Served> {
  return serve(path, {
    account_keys: signer.accountKeys,
    cold_account: signer.coldAccount,
    make_own_address: signer.makeOwnAddress,
    attest_older: signer.attestOlder,
    attestation_key: signer.attestationKey,
    sign: signer.sign,
  });
}

async function serve(path: string, methods: Methods): Promise<Served> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    let unread = 0;
    socket.on("data", ({ length }) => {
      unread += length;
      if (unread > MOST_LINE_BYTES) socket.destroy();
    });
    createInterface({ input: socket }).on("line", async (text) => {
      unread = 0;
      const question = readQuestion(text);
      if (!question) return socket.destroy();
      const { id, method, params } = question;
      const work = Object.hasOwn(methods, method) ? methods[method] : undefined;
      const line = work ? await answer(id, () => work(params)) : { id, refusal: NO_METHOD };
      socket.write(`${JSON.stringify(line)}\n`);
    });
  });
  rmSync(path, { force: true });
  await new Promise<void>((done, fail) => server.once("error", fail).listen(path, done));
  chmodSync(path, 0o660);
  return {
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Far above the longest plan of a payment: a line without an end would take all memory of the process that holds the keys. */
const MOST_LINE_BYTES = 8_000_000;

/** Undefined for an invalid question: its sender is no process of ours, and is disconnected. */
function readQuestion(text: string): Question | undefined {
  try {
    const said = JSON.parse(text) as Partial<Question> | null;
    return typeof said?.id === "number" && typeof said.method === "string" ? (said as Question) : undefined;
  } catch {
    // Not JSON.
    return undefined;
  }
}

const NO_METHOD = { code: "signer.no_method", message: "the signer knows no such method" };

async function answer(id: number, work: () => Promise<unknown>): Promise<SignerLine> {
  try {
    return { id, result: (await work()) ?? null };
  } catch (error) {
    if (error instanceof SignerRefusal) return { id, refusal: { code: error.code, message: error.message } };
    return { id, refusal: { code: "signer.fault", message: "the signer could not do this" } };
  }
}

const ANSWER_WITHIN_MS = 20_000;

/** Of a socket of serveVerifier. */
export function openVerifierAt(path: string): Verifier & { stop(): void } {
  const { ask, stop } = askAt(path);
  return { ...verifierOf(ask), stop };
}

/** Of a socket of serveSigning: whatever else is asked there is refused. */
export function openSignerAt(path: string): Signer & Verifier {
  const { ask, stop } = askAt(path);
  return { ...signerOf(ask), stop: async () => stop() };
}

/** Connects at the first question, and again after the other side has gone. Throws as the signer's client does. */
function askAt(path: string): { ask: AskSigner; stop(): void } {
  let live: { socket: Socket; waiting: Map<number, (line: SignerLine | undefined) => void> } | undefined;
  let lastId = 0;
  const open = () => {
    const socket = connect(path);
    const waiting = new Map<number, (line: SignerLine | undefined) => void>();
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (live?.socket === socket) live = undefined;
      for (const settle of waiting.values()) settle(undefined);
    });
    createInterface({ input: socket })
      .on("line", (text) => {
        const line = JSON.parse(text) as SignerLine;
        waiting.get(line.id)?.(line);
      })
      .on("error", () => undefined);
    return { socket, waiting };
  };
  const ask: AskSigner = async (method, params) => {
    live ??= open();
    const { socket, waiting } = live;
    const id = ++lastId;
    const line = await new Promise<SignerLine | undefined>((settle) => {
      const late = setTimeout(() => settle(undefined), ANSWER_WITHIN_MS);
      waiting.set(id, (answered) => {
        clearTimeout(late);
        settle(answered);
      });
      socket.write(`${JSON.stringify({ id, method, params })}\n`);
    });
    waiting.delete(id);
    if (!line) throw new SignerSilent("the signer's socket gave no answer");
    if (line.refusal?.code === "signer.fault") throw new SignerSilent(line.refusal.message);
    if (line.refusal) throw new SignerRefusal(line.refusal.code, line.refusal.message);
    return line.result;
  };
  return { ask, stop: () => void live?.socket.destroy() };
}
