/** The way out over HTTP for plain reads: a time limit, a size limit, and no redirects to other hosts. */
export type FetchText = (address: string) => Promise<string>;

export class OutsideError extends Error {}

const TIMEOUT_MS = 8000;
const MAX_BYTES = 4_000_000;

/** Throws OutsideError when the other side does not answer with 200 within 8 seconds, or answers more than 4 MB. */
export const fetchText: FetchText = async (address) => {
  const answer = await fetch(address, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: "error",
    headers: { accept: "application/json, application/xml, text/xml" },
  }).catch((error: unknown) => {
    throw new OutsideError(`${hostOf(address)} does not answer`, { cause: error });
  });
  if (answer.status !== 200) throw new OutsideError(`${hostOf(address)} answers ${answer.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new OutsideError(`${hostOf(address)} answers too much`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
};

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : "the address";
}
