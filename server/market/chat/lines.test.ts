// Guards: every step of a trade has its line in the conversation, and a sentence for it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TRADE_VERBS } from "#contract/market/trades/trade/verbs.ts";
import english from "../../../web/i18n/trade/en.json" with { type: "json" };
import { viewStep } from "./lines.ts";

const STEP = { id: 7n, at: new Date("2026-10-01T12:00:00Z"), crypto: "BTC", units: 100_000n, fee_units: 500n } as const;
const NOTES: Readonly<Record<string, string>> = { extend: "15 minutes", outage: "91 seconds" };
const ACTORS: Readonly<Record<string, readonly string[]>> = {
  cancel: ["buyer", "seller"],
  open_dispute: ["buyer", "seller"],
};
const STATUSES: Readonly<Record<string, readonly string[]>> = {
  start: ["active_funded", "not_funded"],
  expire: ["expired", "cancelled_system"],
};

test("every step of a trade has its line, and the line its sentence", () => {
  const sentences = new Set(Object.keys(english.line));
  for (const verb of ["start", ...TRADE_VERBS, "outage"])
    for (const actor of ACTORS[verb] ?? ["buyer"])
      for (const status of STATUSES[verb] ?? ["paid"])
        for (const buyer_share_units of verb.startsWith("award") ? [null, 40_000n] : [null]) {
          const note = NOTES[verb] ?? null;
          const line = viewStep({ ...STEP, verb, actor, status, note, buyer_share_units });
          assert.ok(sentences.has(line.systemKey ?? ""), `${verb} by ${actor} to ${status}: ${line.systemKey}`);
        }
});

test("a line says for how long, and who got what", () => {
  const of = (verb: string, note: string | null, buyer_share_units: bigint | null = null) =>
    viewStep({ ...STEP, verb, actor: "seller", status: "paid", note, buyer_share_units }).systemValues;
  assert.deepEqual(of("extend", "30 minutes"), { minutes: "30" });
  assert.deepEqual(of("outage", "91 seconds"), { minutes: "2" });
  assert.deepEqual(of("award_seller", "both were late", 40_000n), { buyer: "0.0004 BTC", seller: "0.000603 BTC" });
});
