/** Hashes of passwords: argon2id as OWASP advises, in PHC form. */
import { argon2, timingSafeEqual } from "node:crypto";
import { ids } from "../../platform/ids.ts";

const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

function derive(
  password: string,
  nonce: Uint8Array,
  cost: { memory: number; passes: number; parallelism: number; tagLength: number },
): Promise<Buffer> {
  const message = Buffer.from(password.normalize("NFKC"));
  return new Promise((resolve, reject) =>
    argon2("argon2id", { message, nonce, ...cost }, (error, tag) => (error ? reject(error) : resolve(tag))),
  );
}

export async function hashPassword(password: string): Promise<string> {
  const nonce = Buffer.from(ids.secret(), "base64url").subarray(0, 16);
  const tag = await derive(password, nonce, COST);
  const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replace(/=+$/, "");
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${b64(nonce)}$${b64(tag)}`;
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!match) return false;
  const [, memory, passes, parallelism, nonce = "", tag = ""] = match;
  const expected = Buffer.from(tag, "base64");
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  };
  return timingSafeEqual(await derive(password, Buffer.from(nonce, "base64"), cost), expected);
}

/** Costs what a check of a real one costs, so that the time does not reveal whether an account exists. */
export async function pretendToCheck(password: string): Promise<void> {
  await derive(password, Buffer.alloc(16, 7), COST);
}
