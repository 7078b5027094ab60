// Guards: a call from a page takes effect once however often it is sent, waits for a busy ledger, and reports errors.
import assert from "node:assert/strict";
import { afterEach, type Mock, mock, test } from "node:test";
import type { EndpointShape } from "#contract/platform/endpoint.ts";
import { type CallHooks, createCall } from "./call.ts";
import { Declined } from "../declined.ts";

type Sent = { url: string; init: RequestInit & { headers: Record<string, string> } };
type Reply = { status: number; body?: unknown } | "cut" | "page of a proxy";

const POST = { method: "POST", path: "/rest/v1/trade/:id/paid" } as unknown as EndpointShape;
const GET = { method: "GET", path: "/rest/v1/offers" } as unknown as EndpointShape;

/** A page with a server that answers as listed, one after the other, and a clock that runs as asked. */
function aPage(replies: readonly Reply[], changes: Partial<CallHooks> = {}) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const said: string[] = [];
  mock.method(globalThis, "setTimeout", ((work: () => void, ms: number) => {
    waits.push(ms);
    queueMicrotask(work);
    return 0;
  }) as never);
  mock.method(globalThis, "fetch", (async (url: string, init: Sent["init"]) => {
    const reply = replies[sent.length] ?? { status: 200, body: { data: "late" } };
    sent.push({ url, init: { ...init, headers: { ...init.headers } } });
    if (reply === "cut") throw new TypeError("fetch failed");
    if (reply === "page of a proxy") return new Response("<html>", { status: 502 });
    return new Response(JSON.stringify(reply.body ?? {}), { status: reply.status });
  }) as never);
  const call = createCall({
    csrfToken: () => "token-of-page",
    offlineText: () => "You are offline.",
    refusalText: async (code) =>
      ({
        "trade.wrong_status": "Too late.",
        bio_limit: "Como máximo {maxWords}.",
        "shape.too_long": "Como máximo {max} letras.",
      })[code],
    ledgerBusy: (isBusy) => void said.push(isBusy ? "busy" : "free"),
    signedOut: () => void said.push("signed out"),
    report: () => void said.push("reported"),
    ...changes,
  });
  return { call, sent, waits, said };
}
afterEach(() => mock.restoreAll());

const keyOf = ({ init }: Sent) => init.headers["idempotency-key"];
const busy = { status: 503, body: { errors: { code: "LEDGER_ASYNC_MODE" }, stateMachine: true } };

async function declinedBy(work: Promise<unknown>): Promise<Declined> {
  const error = await work.then(
    () => assert.fail("it was not declined"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Declined, String(error));
  return error;
}

test("the address has the parameters, the query what is set, the headers the page's token", async () => {
  const { call, sent } = aPage([{ status: 200, body: { data: [1], meta: { pages: 2 } } }]);
  const query = { type: "buy", empty: "", none: null, missing: undefined, page: 0 };
  const answer = await call(GET, { query } as never);
  assert.deepEqual(answer, { data: [1], meta: { pages: 2 } });
  assert.equal(sent[0]?.url, "/rest/v1/offers?type=buy&page=0");
  assert.equal(sent[0]?.init.method, "GET");
  assert.equal(sent[0]?.init.headers["x-csrf-token"], "token-of-page");
  assert.equal(keyOf(sent[0] as Sent), undefined, "a look needs no request key");
  assert.equal(sent[0]?.init.body, undefined);
});

test("a parameter cannot leave its place in the address", async () => {
  const { call, sent } = aPage([{ status: 200 }]);
  await call(POST, { params: { id: "a/../b?c" }, body: { code: "1" } } as never);
  assert.equal(sent[0]?.url, "/rest/v1/trade/a%2F..%2Fb%3Fc/paid");
  assert.equal(sent[0]?.init.headers["content-type"], "application/json");
  assert.equal(sent[0]?.init.body, '{"code":"1"}');
});

for (const lost of ["cut", { status: 502 }, { status: 504 }, "page of a proxy"] as const)
  test(`after ${JSON.stringify(lost)} the same request is sent again with the same key`, async () => {
    const { call, sent, waits } = aPage([lost, lost, { status: 200, body: { data: "done" } }]);
    assert.deepEqual(await call(POST, { params: { id: "x" } } as never), { data: "done", meta: undefined });
    assert.equal(sent.length, 3);
    assert.equal(new Set(sent.map(keyOf)).size, 1);
    assert.ok(keyOf(sent[0] as Sent));
    assert.deepEqual(waits, [1000, 2000]);
  });

test("after three requests without a response the user is notified, and the next press asks about the same request", async () => {
  const { call, sent } = aPage(["cut", "cut", "cut"]);
  const error = await declinedBy(call(POST, { params: { id: "x" } } as never));
  assert.deepEqual([error.status, error.code, error.message], [0, "network", "You are offline."]);
  await call(POST, { params: { id: "x" } } as never);
  assert.equal(sent.length, 4);
  assert.equal(new Set(sent.map(keyOf)).size, 1);
});

test("a refusal is final: it is not sent again, and the next press is a new request", async () => {
  const refused = {
    status: 409,
    body: { errors: { code: "trade.wrong_status", message: "wrong status" }, context: { status: "paid" } },
  };
  const { call, sent, said } = aPage([refused, { status: 200 }]);
  const error = await declinedBy(call(POST, { params: { id: "x" } } as never));
  assert.deepEqual([error.status, error.code, error.message], [409, "trade.wrong_status", "Too late."]);
  assert.deepEqual(error.context, { status: "paid" });
  assert.equal(sent.length, 1);
  await call(POST, { params: { id: "x" } } as never);
  assert.notEqual(keyOf(sent[0] as Sent), keyOf(sent[1] as Sent));
  assert.deepEqual(said, []);
});

test("the first try still at work is waited for, as often as a lost answer", async () => {
  const atWork = { status: 409, body: { errors: { code: "idempotency.in_flight" } } };
  const { call, sent, waits } = aPage([atWork, { status: 200, body: { data: 1 } }]);
  await call(POST, { params: { id: "x" } } as never);
  assert.equal(sent.length, 2);
  assert.deepEqual(waits, [1000]);
});

test("the waits for a busy ledger grow, and the user is notified once at the beginning and once at the end", async () => {
  const { call, waits, said, sent } = aPage([...Array.from({ length: 32 }, () => busy), { status: 200 }]);
  await call(POST, { params: { id: "x" } } as never);
  assert.equal(sent.length, 33);
  assert.deepEqual(waits.slice(0, 3), [500, 1000, 1500]);
  assert.deepEqual(waits.slice(28), [14_500, 15_000, 15_000, 15_000]);
  assert.deepEqual(said, ["busy", "free"]);
});

test("a 503 of something else than the ledger is an answer", async () => {
  for (const body of [{ errors: { code: "LEDGER_ASYNC_MODE" } }, { errors: { code: "other" }, stateMachine: true }]) {
    const { call, sent, said } = aPage([{ status: 503, body }]);
    assert.equal((await declinedBy(call(POST, { params: { id: "x" } } as never))).status, 503);
    assert.equal(sent.length, 1);
    assert.deepEqual(said, []);
    mock.restoreAll();
  }
});

test("a call with an outdated session token is sent again under the same key, and a signed-out user is notified once", async () => {
  const stranger = { status: 401, body: { errors: { code: "auth.required" }, message: "Please sign in." } };
  const { call, sent, waits, said } = aPage([stranger, { status: 200, body: { data: "done" } }]);
  assert.deepEqual(await call(POST, { params: { id: "x" } } as never), { data: "done", meta: undefined });
  assert.equal(sent.length, 2);
  assert.equal(new Set(sent.map(keyOf)).size, 1);
  assert.deepEqual(waits, [500]);
  assert.deepEqual(said, []);
  mock.restoreAll();
  const gone = aPage([stranger, stranger]);
  assert.equal((await declinedBy(gone.call(GET, {} as never))).status, 401);
  assert.equal(gone.sent.length, 2);
  assert.deepEqual(gone.said, ["signed out"]);
});

test("a server error is reported, the user is notified of an ended session, and a refusal does neither", async () => {
  for (const [status, expected] of [
    [500, ["reported"]],
    [401, ["signed out"]],
    [403, []],
  ] as const) {
    const { call, said } = aPage([{ status, body: { message: "as the server says" } }]);
    const error = await declinedBy(call(GET, {} as never));
    assert.equal(error.message, "as the server says");
    assert.deepEqual(said, expected);
    mock.restoreAll();
  }
});

test("faults of fields are shown in the reader's language if it has texts", async () => {
  const details = {
    amount: [{ code: "trade.wrong_status", message: "server" }],
    note: [{ code: "x", message: "as said" }],
    name: [{ code: "too_big", form: "too_long", values: { max: 60 }, message: "Use at most 60 characters." }],
  };
  const { call } = aPage([{ status: 422, body: { errors: { code: "validation", message: "no", details } } }]);
  const error = await declinedBy(call(POST, { params: { id: "x" }, body: {} } as never));
  assert.equal(error.fault("amount"), "Too late.");
  assert.equal(error.fault("note"), "as said");
  assert.equal(error.fault("name"), "Como máximo 60 letras.", "what is wrong with a shape as well");
  assert.equal(error.fault("other"), undefined);
});

test("the allowed values are shown in the reader's language, for a field and for the whole form", async () => {
  const details = { bio: [{ code: "bio_limit", message: "server" }] };
  const body = { errors: { code: "bio_limit", message: "no", details }, context: { maxWords: 30 } };
  const { call } = aPage([{ status: 422, body }]);
  const error = await declinedBy(call(POST, { params: { id: "x" }, body: {} } as never));
  assert.deepEqual([error.fault("bio"), error.message], ["Como máximo 30.", "Como máximo 30."]);
});

test("a user who leaves does not wait and sees no refusal", async () => {
  const leaving = new AbortController();
  const { call, sent } = aPage([]);
  (globalThis.fetch as unknown as Mock<typeof fetch>).mock.mockImplementation(async () => {
    leaving.abort(new Error("left"));
    throw leaving.signal.reason;
  });
  await assert.rejects(call(GET, { signal: leaving.signal } as never), /left/);
  assert.equal(sent.length, 0);
});

/** A browser's request of before fetch, which reports its progress; answers as listed. */
function aPageWithFiles(replies: readonly { status: number; text: string }[], headers: Record<string, string>[]) {
  let at = 0;
  return class {
    status = 0;
    responseText = "";
    upload: { onprogress?: (event: object) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    open = () => void headers.push({});
    setRequestHeader = (name: string, value: string) => void Object.assign(headers.at(-1) ?? {}, { [name]: value });
    send = () => {
      const reply = replies[at++];
      this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 });
      if (!reply) return this.onerror?.();
      Object.assign(this, { status: reply.status, responseText: reply.text });
      return this.onload?.();
    };
  };
}

async function upload(replies: readonly { status: number; text: string }[], times = 1) {
  const headers: Record<string, string>[] = [];
  const shares: number[] = [];
  const { call } = aPage([]);
  const before = globalThis.XMLHttpRequest;
  Object.assign(globalThis, { XMLHttpRequest: aPageWithFiles(replies, headers) });
  try {
    const file = new File(["x"], "receipt.png");
    const onProgress = (share: number) => void shares.push(share);
    for (let time = 0; time < times; time++)
      await call(POST, { params: { id: "x" }, file, onProgress } as never).catch((error: Declined) => {
        headers.push({ declined: `${error.status} ${error.code} ${error.message}` });
      });
  } finally {
    Object.assign(globalThis, { XMLHttpRequest: before });
  }
  return { headers, shares };
}

test("a file is sent with its progress, the page's token and a key of its own", async () => {
  const done = { status: 200, text: '{"data":1}' };
  const { headers, shares } = await upload([done, done], 2);
  assert.deepEqual(
    headers.map((one) => [one["x-csrf-token"], one["content-type"]]),
    Array(2).fill(["token-of-page", undefined]),
  );
  assert.notEqual(headers[0]?.["idempotency-key"], headers[1]?.["idempotency-key"]);
  assert.deepEqual(shares, [0.5, 0.5]);
});

test("a file whose answer was lost is sent again with the same key", async () => {
  const { headers } = await upload([
    { status: 502, text: "<html>" },
    { status: 200, text: '{"data":1}' },
  ]);
  assert.equal(headers.length, 2);
  assert.equal(headers[0]?.["idempotency-key"], headers[1]?.["idempotency-key"]);
});

test("a file that a proxy finds too large is refused for its size", async () => {
  const { headers } = await upload([{ status: 413, text: "<html>" }]);
  assert.deepEqual(headers[1], { declined: "413 upload.size_limit " });
});
