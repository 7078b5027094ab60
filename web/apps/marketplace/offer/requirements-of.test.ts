// Guards: a reader sees each condition of an offer beside whether they meet it, and nothing that is against a start is left out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { requirementsOf } from "./requirements-of.ts";

type Asked = Parameters<typeof requirementsOf>[0];
const offer = {
  rules: ["require_verified_id", "no_third_party_payments"],
  requireMinPastTrades: 3,
  countryLimitation: { type: "none", countries: [] },
  dutyHours: [],
  startRefusals: [{ code: "offer.past_trades" }, { code: "auth.email_unconfirmed" }],
} as unknown as Asked;
const states = (of: Asked, isSignedIn: boolean) =>
  requirementsOf(of, isSignedIn).map(({ key, state }) => `${key}: ${state}`);

test("conditions that the reader meets are ticked, the others are not, and what the offer does not ask for comes last", () => {
  assert.deepEqual(states(offer, true), [
    "require_verified_id: met",
    "past_trades: unmet",
    "auth.email_unconfirmed: unmet",
  ]);
});

test("of a visitor nothing is known, so conditions are listed without a judgement", () => {
  const { startRefusals: _, ...rest } = offer;
  assert.deepEqual(states({ ...rest, startRefusals: [] }, false), [
    "require_verified_id: unknown",
    "past_trades: unknown",
  ]);
});

test("countries and trading hours are conditions where the offer has them", () => {
  const hours = [{ day: 1, start_time: "09:00", end_time: "17:00", active: true }];
  const limited = { ...offer, countryLimitation: { type: "allowed" as const, countries: ["DE"] }, dutyHours: hours };
  const keys = requirementsOf({ ...limited, startRefusals: [] }, true).map(({ key }) => key);
  assert.deepEqual(keys, ["require_verified_id", "past_trades", "country", "hours"]);
});
