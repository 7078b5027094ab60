/** Codes of authenticator apps: RFC 6238 with SHA-1, six digits and steps of thirty seconds, which every app knows. */
import { createHmac, timingSafeEqual } from "node:crypto";

const STEP_SEC = 30;
const DIGITS = 6;
/** How many steps a clock may be ahead or behind. */
const DRIFT = 1;

function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}

/** As an app would show it. */
export function totpCode(secret: Uint8Array, at: Date): string {
  return codeAt(secret, stepOf(at));
}

function stepOf(at: Date): number {
  return Math.floor(at.getTime() / 1000 / STEP_SEC);
}

/** The step after `lastStep` that this is the code of, the earliest first; undefined when it is none's. */
export function stepOfCode(
  secret: Uint8Array,
  { code, now, lastStep }: { code: string; now: Date; lastStep: number },
): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const around = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => stepOf(now) - DRIFT + index);
  return around.find(
    (step) => step > lastStep && timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code)),
  );
}
