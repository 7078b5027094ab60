/**
 * The demo's own issuer of gift cards: another party with books of its own, in place of a provider. Its test shop does what can go wrong, by the
 * value of a card.
 */
import { createHash } from "node:crypto";
import type { Db } from "../../../platform/postgres/db.ts";
import { ids } from "../../../platform/ids.ts";
import { seal, unseal } from "../../../platform/sealed.ts";
import { type GoodsCode, type ProviderAnswer, ProviderFault } from "../../providers/index.ts";
import { markOf } from "../codes.ts";
import type { CardsWanted, StoreProvider } from "../provider.ts";
import { HOUSE_CATALOG, hasPins } from "./catalog.ts";
import { bookOrder, cardsOf, findOrder, type HouseOrder } from "./rows.ts";

export const HOUSE_MARKET = "house_market";

const TEST_SHOP = "tests-gb";
/** By the value of a card of the test shop, in cents. */
const LOSES_ITS_ANSWER = 100n;
const DELIVERS_A_PART = 200n;
const IS_OUT_OF_STOCK = 300n;
const NEVER_ANSWERS = 400n;
const SELLS_TWICE = 500n;

export function openHouseMarket(db: Db): StoreProvider {
  return {
    name: HOUSE_MARKET,
    async submit(reference, wanted) {
      const { order, codes } = whatBecomesOf(reference, wanted);
      const cards = codes.map((code, place) => ({ sealed: sealOwn(code, reference, place + 1), mark: markOf(code) }));
      const made = await db.tx((tx) => bookOrder(tx, order, cards));
      if (isTest(wanted, LOSES_ITS_ANSWER)) throw new ProviderFault("the connection was lost");
      const answer = await answerOf(db, made);
      // One code for both of two cards.
      if (isTest(wanted, SELLS_TWICE) && answer.outcome === "succeeded") return soldTwice(answer, wanted);
      return answer;
    },
    async ask(reference) {
      const made = await db.read((tx) => findOrder(tx, reference));
      return made ? answerOf(db, made) : { outcome: "not_found" };
    },
    // It sends no callbacks.
    read: () => ({ fault: "unsigned" }),
    // It is paid by what the operator owes for its cards, and not out of a balance.
    statement: async () => undefined,
    catalog: async () => HOUSE_CATALOG(),
  };
}

const isTest = ({ product, faceUnits }: CardsWanted, value: bigint) => product === TEST_SHOP && faceUnits === value;

function whatBecomesOf(reference: string, wanted: CardsWanted): { order: HouseOrder; codes: readonly string[] } {
  const { currency, faceUnits, quantity, costCents } = wanted;
  const order = { reference, reason: null, currency, face_units: faceUnits };
  if (isTest(wanted, IS_OUT_OF_STOCK))
    return { order: { ...order, state: "failed", reason: "stock", cost_cents: 0n }, codes: [] };
  if (isTest(wanted, NEVER_ANSWERS)) return { order: { ...order, state: "pending", cost_cents: 0n }, codes: [] };
  const made = isTest(wanted, DELIVERS_A_PART) ? Math.ceil(quantity / 2) : quantity;
  const codes = Array.from({ length: made }, () => newCode(hasPins(wanted.product)));
  return { order: { ...order, state: "succeeded", cost_cents: (costCents * BigInt(made)) / BigInt(quantity) }, codes };
}

/** Codes that begin so are worth nothing without their PIN. */
const PIN_PREFIX = "PN";

function withPin(code: string): GoodsCode {
  const pin = ownPinOf(code);
  return pin === undefined ? { code } : { code, pin };
}

/** The PIN that goes with a code of this issuer; undefined where it has none. */
export function ownPinOf(code: string): string | undefined {
  if (!code.startsWith(PIN_PREFIX)) return undefined;
  const digest = createHash("sha256").update(`house_cards.pin:${code}`).digest();
  return String(digest.readUInt32BE() % 10_000).padStart(4, "0");
}

/** Without letters and digits that look like others. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const newCode = (hasPin: boolean) =>
  `${hasPin ? PIN_PREFIX : "PM"}${Array.from({ length: 14 }, () => LETTERS[ids.below(LETTERS.length)]).join("")}`;

const placeOf = (reference: string, n: number) => `house_cards.code:${reference}:${n}`;
export const sealOwn = (code: string, reference: string, n: number): Buffer => seal(code, placeOf(reference, n));
export const openOwn = (sealed: Uint8Array, reference: string, n: number): string =>
  unseal(sealed, placeOf(reference, n));

async function answerOf(db: Db, made: HouseOrder): Promise<ProviderAnswer> {
  const { reference, state, reason, currency, face_units, cost_cents } = made;
  if (state === "pending") return { outcome: "pending", providerRef: reference };
  if (state === "failed") return { outcome: "failed", reason: reason === "stock" ? "stock" : "refused" };
  const cards = await db.read((tx) => cardsOf(tx, reference));
  const codes = cards.map(({ n, code_sealed }) => withPin(openOwn(code_sealed, reference, n)));
  return {
    ...{ outcome: "succeeded", providerRef: reference, currency, chargedUnits: cost_cents, codes },
    deliveredUnits: face_units * BigInt(codes.length),
  };
}

function soldTwice(
  answer: Extract<ProviderAnswer, { outcome: "succeeded" }>,
  { quantity }: CardsWanted,
): ProviderAnswer {
  const first = answer.codes?.[0];
  return first ? { ...answer, codes: Array.from({ length: quantity }, () => first) } : answer;
}
