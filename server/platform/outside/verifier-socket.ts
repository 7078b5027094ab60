/**
 * The verifier for a process that has not started the signer: the one that has offers it on a socket, for its user and
 * group of the system only. What signs is not on it.
 */
import { chmodSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { type AskSigner, type SignerLine, SignerRefusal, SignerSilent, type Verifier, verifierOf } from "./signer.ts";

type Question = { readonly id: number; readonly method: string; readonly params: never };

export async function serveVerifier(verifier: Verifier, path: string): Promise<{ stop(): Promise<void> }> {
  const methods: Readonly<Record<string, ((params: never) => Promise<unknown>) | undefined>> = {
    prepare_credential: ({ password }: { password: string }) => verifier.prepareCredential(password),
    check_password: verifier.checkPassword,
    prove: verifier.prove,
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    createInterface({ input: socket }).on("line", async (text) => {
      const { id, method, params } = JSON.parse(text) as Question;
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

const NO_METHOD = { code: "signer.no_method", message: "the signer knows no such method" };

async function answer(id: number, work: () => Promise<unknown>): Promise<SignerLine> {
  try {
    return { id, result: await work() };
  } catch (error) {
    if (error instanceof SignerRefusal) return { id, refusal: { code: error.code, message: error.message } };
    return { id, refusal: { code: "signer.fault", message: "the signer could not do this" } };
  }
}

const ANSWER_WITHIN_MS = 20_000;

/** Connects at the first question, and again after the other side has gone. Throws as the signer's client does. */
export function openVerifierAt(path: string): Verifier & { stop(): void } {
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
      waiting.set(id, (told) => {
        clearTimeout(late);
        settle(told);
      });
      socket.write(`${JSON.stringify({ id, method, params })}\n`);
    });
    waiting.delete(id);
    if (!line) throw new SignerSilent("the signer's socket gave no answer");
    if (line.refusal?.code === "signer.fault") throw new SignerSilent(line.refusal.message);
    if (line.refusal) throw new SignerRefusal(line.refusal.code, line.refusal.message);
    return line.result;
  };
  return { ...verifierOf(ask), stop: () => void live?.socket.destroy() };
}
