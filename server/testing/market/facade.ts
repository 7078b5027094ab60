/** Calls of the facade as a program makes them: signed by a key, while the market process matches. */
import { createHmac } from "node:crypto";
import { createSpotKey } from "#contract/people/api-keys.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { TestApp } from "../app.ts";
import { matchSpot } from "./spot.ts";
import type { TestPerson } from "./trades.ts";

const WANTED = {
  name: "Bot",
  markets: ["BTC-USDT", "ETH-USDT"] as const,
  day_usd: 10_000,
  networks: ["203.0.113.7"],
  days: 30,
} as const;

export type ProgramKey = { readonly id: string; readonly secret: string };

export async function aSpotKey(
  person: Pick<TestPerson, "client">,
  wanted: Partial<BodyOf<typeof createSpotKey>> = {},
): Promise<ProgramKey> {
  const body = { ...WANTED, markets: [...WANTED.markets], networks: [...WANTED.networks], ...wanted };
  const { data, code } = await person.client.call(createSpotKey, { body });
  if (code !== "") throw new Error(code);
  return { id: data.key.id, secret: data.secret };
}

export type Sent = {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  /** As calls of user streams are: the key is only named. */
  readonly unsigned?: true;
  readonly ip?: string;
  /** In place of the right ones. */
  readonly query?: (right: string) => string;
  readonly timestamp?: number;
  readonly inBody?: boolean;
};

export type FacadeAnswer = {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: each call answers another shape, which the test names
  readonly body: any;
};

/** Without a key the call is not signed. */
export async function asProgram(
  app: TestApp,
  key: ProgramKey | undefined,
  path: string,
  params: Readonly<Record<string, string>> = {},
  {
    method = "GET",
    ip = "203.0.113.7",
    query = (right) => right,
    timestamp,
    inBody = method === "POST",
    unsigned,
  }: Sent = {},
): Promise<FacadeAnswer> {
  const now = timestamp ?? (await app.db.read(async (tx) => tx.now.getTime()));
  const isSigned = key !== undefined && !unsigned;
  const asked = new URLSearchParams(isSigned ? { ...params, timestamp: String(now) } : params).toString();
  const signature = isSigned && createHmac("sha256", key.secret).update(asked).digest("hex");
  const text = query(signature === false ? asked : `${asked}&signature=${signature}`);
  const sent = app.app.fastify.inject({
    method,
    url: inBody || text === "" ? path : `${path}?${text}`,
    remoteAddress: ip,
    ...(inBody ? { payload: text } : {}),
    headers: {
      ...(inBody ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      ...(key ? { "x-mbx-apikey": key.id } : {}),
    },
  });
  let isOver = false;
  const answered = sent.then(async (answer) => {
    isOver = true;
    return answer;
  });
  while (!isOver && method !== "GET") {
    await matchSpot(app);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const answer = await answered;
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body) };
}
