/** A caller who keeps the key of a call until somebody answers it, whoever dies meanwhile. */
import { createHmac } from "node:crypto";
import { ids } from "../../server/platform/ids.ts";

export type Acknowledged = {
  readonly key: string;
  readonly status: number;
  readonly verb: string;
  readonly hash: string;
};
export type Answer = { readonly status: number; readonly data: Record<string, unknown> };
export type Callers = {
  readonly url: () => string;
  readonly secret: string;
  readonly stopped: () => boolean;
  readonly acknowledged: Acknowledged[];
};

export const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

async function askOnce(callers: Callers, token: string, path: string, body: unknown, key: string): Promise<Answer> {
  const csrf = createHmac("sha256", Buffer.from(callers.secret, "hex"))
    .update(`csrf:${token.split(".", 1)[0]}`)
    .digest("base64url");
  const answer = await fetch(callers.url() + path, {
    method: "POST",
    headers: {
      cookie: `parley=${token}`,
      "content-type": "application/json",
      "x-requested-with": "XMLHttpRequest",
      "x-csrf-token": csrf,
      "idempotency-key": key,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5000),
  });
  const parsed = (await answer.json()) as { data?: Record<string, unknown>; errors?: { code: string } };
  if (answer.status >= 500 || parsed.errors?.code === "idempotency.in_flight") throw new Error("not now");
  return { status: answer.status, data: parsed.data ?? {} };
}

/** Asks until somebody answers: a dead server, a dead database and "not now" are asked again with the same key. */
export async function insist(
  callers: Callers,
  token: string,
  path: string,
  body: unknown,
): Promise<Answer | undefined> {
  const key = ids.hash();
  while (!callers.stopped()) {
    try {
      const answer = await askOnce(callers, token, path, body, key);
      const verb = path.split("/").at(-1) ?? "";
      const hash = String(answer.data.tradeHash ?? answer.data.id ?? path.split("/")[4] ?? "");
      callers.acknowledged.push({ key, status: answer.status, verb, hash });
      return answer;
    } catch {
      await pause(25); // Nobody there: the next one will know whether it happened.
    }
  }
  return undefined;
}
