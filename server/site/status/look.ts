/** The market looks at its own parts, and notes from when until when each was in which state. */
import {
  HALT_STOPS,
  PART_STATES,
  type PartState,
  STATUS_PARTS,
  type StatusPart,
  worseOf,
} from "#contract/site/status-names.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { secondsBehind } from "../../platform/events/event-rows.ts";
import { oldestUnsentSec } from "../../platform/mail/mail.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { flagPercents } from "../../reference/flags/index.ts";
import { listRails } from "../../money/custody/index.ts";
import { HALT_NAMES, standingHalts } from "../../money/ledger/index.ts";
import { hasCardIssuer } from "../../products/cards/index.ts";
import { hasLightning } from "../../products/lightning/index.ts";
import { pausedProducts } from "../../products/providers/index.ts";
import { hasRamps } from "../../products/ramps/index.ts";
import { hasStore } from "../../products/store/index.ts";
import { hasTopUps } from "../../products/top-ups/index.ts";
import * as rows from "./rows.ts";

/** Longer without a look, and what was meanwhile is not known. */
export const UNSEEN_SEC = 180;
const LOOKS = 5;

const CHAIN_OF = { wallet_btc: "bitcoin", wallet_eth: "ethereum", wallet_usdt: "ethereum" } as const;
/** Without coins on a chain there is no wallet to look at. */
const NOT_HERE = ["switched_off", "not_set_up"];

type Seen = Partial<Record<StatusPart, PartState>>;

export async function lookAtParts({ db }: Pick<AppPorts, "db">): Promise<void> {
  await db.tx(noteLook);
}

export async function noteLook(tx: Tx): Promise<void> {
  await rows.lockParts(tx);
  const known = await rows.partRows(tx);
  const seen = await whatIsSeen(tx);
  const stopped = await whatIsStopped(tx);
  const last = Math.max(0, ...known.map(({ looked_at }) => looked_at.getTime()));
  const unseenFrom = last > 0 && tx.now.getTime() - last > UNSEEN_SEC * 1000 ? new Date(last) : undefined;
  const now = STATUS_PARTS.flatMap((part) => {
    const state = seen[part];
    if (!state) return [];
    const before = known.find((one) => one.part === part);
    const looks = [...(unseenFrom ? [] : (before?.looks ?? [])), state].slice(-LOOKS);
    return [{ part, looks, before, state: worseOf(middleOf(looks), stopped[part] ?? "operational") }];
  });
  const gone = known.flatMap(({ part }) => (seen[part] ? [] : [part]));
  const changed = now.filter(({ before, state }) => unseenFrom || before?.state !== state);
  await rows.endSpans(tx, [...gone, ...changed.map(({ part }) => part)], unseenFrom ?? tx.now);
  await rows.insertSpans(tx, [
    ...changed.flatMap(({ part, before }) =>
      unseenFrom && before ? [{ part, state: "unknown" as const, from: unseenFrom, until: tx.now }] : [],
    ),
    ...changed.map(({ part, state }) => ({ part, state, from: tx.now, until: null })),
  ]);
  await rows.writeLooks(tx, now);
}

/** A state holds when three of five looks see it or worse: one that fails now and then is not an outage, nor is it over by one that does not. */
export function middleOf(looks: readonly PartState[]): PartState {
  const sorted = [...looks].sort((a, b) => PART_STATES.indexOf(a) - PART_STATES.indexOf(b));
  return sorted[Math.floor(sorted.length / 2)] ?? "unknown";
}

/** Without the halts and what staff say, which are sure. Parts that this market does not have are not there. */
async function whatIsSeen(tx: ReadTx): Promise<Seen> {
  const [rails, paused, flags] = [await listRails(tx), await pausedProducts(tx), await flagPercents(tx)];
  const wallets = Object.entries(CHAIN_OF).flatMap(([part, chain]) => {
    const rail = rails.find((one) => one.chain === chain);
    const isHere = rail && (rail.is_available || !NOT_HERE.includes(rail.reason_code ?? ""));
    return isHere ? [[part, rail.is_available ? "operational" : "major"]] : [];
  });
  const orders = (products: readonly Parameters<typeof paused.has>[0][]): PartState =>
    products.some((product) => paused.has(product)) ? "degraded" : "operational";
  return {
    ...{ site: "operational", trades: "operational", conversions: "operational", spot: "operational" },
    ...Object.fromEntries(wallets),
    ...(hasLightning() && flags.isLightningEnabled > 0 ? { lightning: "operational" } : {}),
    ...(hasCardIssuer() && flags.isVirtualCardEnabled > 0 ? { cards: "operational" } : {}),
    ...(hasTopUps() && flags.isMobileTopUpEnabled > 0 ? { top_ups: orders(["top_up"]) } : {}),
    ...(hasRamps() && flags.isOnRampEnabled + flags.isOfframpEnabled > 0
      ? { ramps: orders(["on_ramp", "off_ramp"]) }
      : {}),
    ...(hasStore() && flags.isGiftCardStoreEnabled > 0 ? { store: orders(["store"]) } : {}),
    mail: late(await oldestUnsentSec(tx), { degraded: 300, major: 3600 }),
    live: late(await secondsBehind(tx), { degraded: 60, major: 600 }),
  };
}

const late = (seconds: number, { degraded, major }: { degraded: number; major: number }): PartState =>
  seconds > major ? "major" : seconds > degraded ? "degraded" : "operational";

async function whatIsStopped(tx: ReadTx): Promise<Seen> {
  const stopped: Seen = {};
  for (const name of await standingHalts(tx, HALT_NAMES))
    for (const [part, state] of Object.entries(HALT_STOPS[name]) as [StatusPart, PartState][])
      stopped[part] = worseOf(stopped[part] ?? "operational", state);
  for (const { parts, state } of await rows.openByHand(tx))
    for (const part of parts) stopped[part] = worseOf(stopped[part] ?? "operational", state);
  return stopped;
}
