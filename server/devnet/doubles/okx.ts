/**
 * OKX on loopback: speaks the part of its protocol that we use, checks the signature and the time of each call, keeps balances of its own, and
 * does wrong what its knobs say. The caller stops it.
 */
import type { IncomingMessage } from "node:http";
import { okxSignature } from "../../platform/outside/providers/okx.ts";
import { type DoubleAnswer, serveDouble } from "./double-server.ts";

export const OKX_KEYS = { key: "parley", secret: "a secret of tests", passphrase: "a phrase of tests" };

/**
 * What the next order does: loses its answer, never arrives, is filled in part, is rejected, or stays open; clock_off and break are for every
 * call until it is none again.
 */
export type OkxKnob = "lose_answer" | "lose_request" | "part" | "reject" | "stay_open" | "clock_off" | "break" | "none";

type Wish = Record<"instId" | "clOrdId" | "side" | "px" | "sz" | "tdMode" | "ordType", string>;
type Booked = Wish & { state: string; filled: number };

type Book = { readonly orders: Booked[]; readonly balances: Map<string, number>; knob: OkxKnob };

export type OkxDouble = {
  readonly api: string;
  readonly book: Book;
  turn(knob: OkxKnob): void;
  stop(): void;
};

const FEE = 0.001;
const ALLOWED_MS = 30_000;

export async function startOkx(): Promise<OkxDouble> {
  const book: Book = {
    orders: [],
    balances: new Map([
      ["BTC", 5],
      ["ETH", 100],
      ["USDT", 1_000_000],
    ]),
    knob: "none",
  };
  const server = await serveDouble((request, body) => answerTo(book, request, body));
  return {
    api: server.api,
    book,
    turn(knob) {
      book.knob = knob;
    },
    stop: server.stop,
  };
}

const said = (data: readonly object[], code = "0"): DoubleAnswer => ({ status: 200, said: { code, msg: "", data } });
const refused = (code: string, status = 401): DoubleAnswer => ({ status, said: { code, msg: "refused" } });

function answerTo(book: Book, { method = "GET", url = "", headers }: IncomingMessage, body: string): DoubleAnswer {
  if (book.knob === "break") return { status: 503, said: { message: "Service Unavailable" } };
  const at = String(headers["ok-access-timestamp"]);
  const now = Date.now() + (book.knob === "clock_off" ? 60_000 : 0);
  if (headers["ok-access-key"] !== OKX_KEYS.key) return refused("50111");
  if (headers["ok-access-passphrase"] !== OKX_KEYS.passphrase) return refused("50105");
  if (headers["ok-access-sign"] !== okxSignature(OKX_KEYS.secret, { at, method, path: url, text: body }))
    return refused("50113");
  if (Math.abs(now - Date.parse(at)) > ALLOWED_MS) return refused("50102");
  const { pathname, searchParams } = new URL(url, "http://okx.test");
  if (pathname === "/api/v5/account/balance") {
    const details = [...book.balances].map(([ccy, sum]) => ({ ccy, cashBal: text(sum) }));
    return said([{ details: details.filter(({ ccy }) => (searchParams.get("ccy") ?? "").split(",").includes(ccy)) }]);
  }
  if (pathname !== "/api/v5/trade/order") return refused("50404", 404);
  if (method === "POST") return place(book, JSON.parse(body) as Wish, Number(headers.exptime) < now);
  const found = book.orders.find(({ clOrdId }) => clOrdId === searchParams.get("clOrdId"));
  return found ? said([viewOf(found)]) : said([], "51603");
}

const text = (sum: number) => String(Number(sum.toFixed(8)));

function place(book: Book, wish: Wish, isLate: boolean): DoubleAnswer {
  const knob = book.knob;
  book.knob = "none";
  const { clOrdId, sz, ordType, tdMode } = wish;
  const reject = (sCode: string) => said([{ clOrdId, ordId: "", sCode, sMsg: "" }], "1");
  if (knob === "lose_request") return "nothing";
  if (isLate) return reject("51149");
  if (book.orders.some((known) => known.clOrdId === clOrdId)) return reject("51016");
  if (knob === "reject" || ordType !== "ioc" || tdMode !== "cash") return reject("51008");
  const share = knob === "part" ? 0.5 : knob === "stay_open" ? 0 : 1;
  const made = {
    ...wish,
    filled: Number(sz) * share,
    state: knob === "stay_open" ? "live" : share < 1 ? "canceled" : "filled",
  };
  book.orders.push(made);
  settle(book, made);
  if (knob === "lose_answer") return "nothing";
  return said([{ clOrdId, ordId: String(book.orders.length), sCode: "0", sMsg: "" }]);
}

/** At the worst price, with the fee in the coin that is received. */
function settle({ balances }: Book, { instId, side, filled, px }: Booked): void {
  const [base = "", quote = ""] = instId.split("-");
  const value = filled * Number(px);
  const move = (code: string, sum: number) => balances.set(code, (balances.get(code) ?? 0) + sum);
  move(base, side === "buy" ? filled * (1 - FEE) : -filled);
  move(quote, side === "buy" ? -value : value * (1 - FEE));
}

function viewOf({ instId, side, filled, px, ...one }: Booked) {
  const [base, quote] = instId.split("-");
  return {
    ...{ instId, clOrdId: one.clOrdId, ordId: "1", side, px, sz: one.sz, state: one.state },
    ...{ accFillSz: text(filled), avgPx: filled === 0 ? "" : px },
    fee: text(-FEE * (side === "buy" ? filled : filled * Number(px))),
    feeCcy: side === "buy" ? base : quote,
  };
}
