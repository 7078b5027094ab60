// Guards: a page whose live socket is refused or lost reconnects with growing waits, and never in a tight loop.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createConnection } from "./live-connection.ts";

type Socket = { onopen?: () => void; onclose?: (event: { code: number }) => void; readyState: number };

/** A browser that counts waits instead of waiting. */
function aBrowser() {
  const sockets: Socket[] = [];
  const waits: number[] = [];
  let again: (() => void) | undefined;
  class FakeWebSocket {
    static OPEN = 1;
    readyState = 1;
    constructor() {
      sockets.push(this as unknown as Socket);
    }
  }
  Object.assign(globalThis, {
    WebSocket: FakeWebSocket,
    location: { protocol: "https:", host: "parley.example" },
    addEventListener: () => undefined,
    dispatchEvent: () => true,
    setTimeout: (work: () => void, ms: number) => {
      waits.push(ms);
      again = work;
    },
  });
  Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
  const connection = createConnection({ opened: () => undefined, onText: () => undefined });
  connection.open();
  return {
    connection,
    sockets,
    waits,
    /** The newest socket ends; the next one is opened after the wait. */
    end(code: number, hasOpened: boolean) {
      const socket = sockets.at(-1);
      if (hasOpened) socket?.onopen?.();
      socket?.onclose?.({ code });
      again?.();
    },
  };
}

test("a refused handshake is tried again ever more seldom, up to a minute", () => {
  const { waits, sockets, end } = aBrowser();
  for (let time = 0; time < 10; time++) end(1006, false);
  assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  assert.equal(sockets.length, 11, "one socket at a time");
});

test("a socket that opens and is sent away for being too many waits as long", () => {
  for (const code of [1008, 1013]) {
    const { waits, end } = aBrowser();
    for (let time = 0; time < 9; time++) end(code, true);
    assert.deepEqual(waits.slice(-2), [60_000, 60_000], String(code));
    assert.ok(waits.every((ms, at) => at === 0 || ms >= Math.min(60_000, 2 * (waits[at - 1] ?? 0))));
  }
});

test("a cut of a working connection heals within fifteen seconds, and at once the first time", () => {
  const { waits, end, connection } = aBrowser();
  for (let time = 0; time < 9; time++) end(1006, true);
  assert.equal(Math.max(...waits), 15_000);
  connection.works();
  end(1006, true);
  assert.equal(waits.at(-1), 500);
});
