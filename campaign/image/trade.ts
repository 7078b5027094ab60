/**
 * One trade over HTTP alone, as a program that knows nothing of the code makes it: node campaign/image/trade.ts URL. A person of the demo
 * signs in, buys from a robot, marks the payment, and waits until the coins are there.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

const [, , origin = ""] = process.argv;
const cookies = new Map<string, string>();
const PATIENCE_MS = 150_000;

async function ask(path: string, { method = "GET", headers = {}, body = undefined as unknown } = {}) {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; "), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  for (const text of answer.headers.getSetCookie()) {
    const [pair = ""] = text.split(";", 1);
    cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
  }
  return answer;
}

/** With the token of the page that this session would have open. */
async function act(path: string, body: unknown) {
  const page = await (await ask("/about", { headers: { accept: "text/html" } })).text();
  const token = /<meta name="csrf-token" content="([^"]+)"/.exec(page)?.[1] ?? "";
  const headers = {
    ...{ "x-csrf-token": token, "x-requested-with": "XMLHttpRequest" },
    ...{ "content-type": "application/json", "idempotency-key": randomUUID() },
  };
  const answer = await ask(path, { method: "POST", headers, body });
  const text = await answer.text();
  assert.equal(answer.status, 200, `${path}: ${text}`);
  return JSON.parse(text).data;
}

const read = async (path: string) => JSON.parse(await (await ask(path)).text()).data;

type Movement = { amount: string; cryptoCurrencyCode: string };
type Card = {
  hash: string;
  cryptoCurrencyCode: string;
  fiatLimitMin: string;
  fiatPricePerCrypto: string;
  owner: { username: string };
};

await act("/rest/v1/auth/login", { email: "alice@demo.parley.invalid", password: "parley demo market" });
const cards = (await read("/rest/v1/offers?type=sell&currency=USD&limit=50")) as Card[];
const card = cards.find(({ owner }) => owner.username === "QuickQuinn");
assert.ok(card, `no offer of a quick robot among ${cards.length}`);
const { id } = await act(`/rest/v1/offers/${card.hash}/trades`, {
  fiat_amount: card.fiatLimitMin,
  expected_price: card.fiatPricePerCrypto,
});
await act(`/rest/v1/trade/${id}/payment-account`, {});
await act(`/rest/v1/trade/${id}/paid`, {});
const deadline = performance.now() + PATIENCE_MS;
let status = "";
while (status !== "released" && performance.now() < deadline) {
  await pause(1000);
  ({ status } = await read(`/rest/v1/trade/${id}`));
}
assert.equal(status, "released");
const { rows } = (await read(`/rest/v2/wallet/history?q=${id}`)) as { rows: Movement[] };
const [got] = rows;
assert.ok(got && Number(got.amount) > 0, `the coins are in the wallet: ${JSON.stringify(rows)}`);
process.stdout.write(`${got.amount} ${got.cryptoCurrencyCode}\n`);
