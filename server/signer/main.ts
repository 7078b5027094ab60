/**
 * The signer: the one process that holds keys and knows the hashes of passwords. It reads its settings from the first
 * line of its standard input and then one request a line; it listens on nothing, and ends when the stream closes.
 */
import { createInterface } from "node:readline";
import { type SignerLine, SignerRefusal, type SignerSettings } from "../platform/outside/signer/signer.ts";
import { withService } from "./open-service.ts";
import type { Service } from "./service.ts";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const first = await lines.next();
if (!first.done) {
  const settings: SignerSettings = JSON.parse(first.value);
  await withService(settings, serve);
}
process.exit(0);

async function serve(service: Service): Promise<void> {
  const underWay = new Set<Promise<void>>();
  for (;;) {
    const line = await lines.next();
    if (line.done) break;
    const work = answer(service, line.value).then((said) => void process.stdout.write(`${JSON.stringify(said)}\n`));
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  }
  await Promise.all(underWay);
}

async function answer(service: Service, text: string): Promise<SignerLine> {
  const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: unknown };
  try {
    return { id, result: await service.answer(method, params) };
  } catch (error) {
    if (error instanceof SignerRefusal) return { id, refusal: { code: error.code, message: error.message } };
    // The message may hold what was given, never a key: keys are in no message of ours.
    process.stderr.write(`${error instanceof Error ? error.message : "unknown fault"}\n`);
    return { id, refusal: { code: "signer.fault", message: "the signer could not do this" } };
  }
}
