// The campaign itself: `npm run campaign -- endpoints` breaks each endpoint in turn, which takes an hour; here is what it stands on.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as z from "zod/mini";
import { markNotificationsRead } from "#contract/notifications.ts";
import { Refusal } from "#contract/refusals.ts";
import { sendSignInCode } from "#contract/sign-in.ts";
import { ROUTED } from "../../server/modules.ts";
import type { Tx } from "../../server/platform/db.ts";
import type { Route } from "../../server/platform/http/policy.ts";
import { emptyLike, withBroken } from "./broken.ts";
import { callersOf } from "./callers.ts";
import { BROKEN_IN, withPlaceToBreak } from "./run.ts";

test("every endpoint is called by some test that the campaign asks", () => {
  const endpoints = ROUTED.map(({ endpoint }) => endpoint);
  assert.ok(endpoints.length > 200);
  const callers = callersOf(endpoints);
  assert.deepEqual(
    endpoints.map(({ name }) => name).filter((name) => (callers.get(name) ?? []).length === 0),
    [],
  );
});

test("the place where endpoints are broken stands once in the sources", () => {
  const source = readFileSync(BROKEN_IN, "utf8");
  assert.match(withPlaceToBreak(source), /withBroken\(openIn\(/);
  assert.throws(() => withPlaceToBreak(source.replaceAll("openIn(facts, ROUTED)", "elsewhere")), /does not gather/);
});

test("an answer is emptied as far as its shape allows, part by part", () => {
  const shape = z.object({
    items: z.array(z.string()),
    pair: z.tuple([z.string().check(z.minLength(1)), z.number().check(z.gte(1))]),
    total: z.number(),
    isOpen: z.boolean(),
    kind: z.enum(["buy", "sell"]),
    iso: z.string().check(z.regex(/^[A-Z]{2}$/)),
    words: z.string(),
    none: z.nullable(z.string()),
  });
  const whole = {
    items: ["a"],
    pair: ["Ben7", 5],
    total: 3,
    isOpen: true,
    kind: "buy",
    iso: "NG",
    words: "some",
    none: null,
  };
  assert.deepEqual(emptyLike(whole, shape), {
    items: [],
    pair: ["Aaa1", 1],
    total: 0,
    isOpen: false,
    kind: "sell",
    iso: "AA",
    words: "",
    none: null,
  });
});

test("an answer that is one word of several is another one", () => {
  const shape = z.strictObject({ state: z.enum(["pending", "approved", "denied"]) });
  assert.deepEqual(emptyLike({ state: "approved" }, shape), { state: "pending" });
  assert.deepEqual(emptyLike({ state: "pending" }, shape), { state: "approved" });
});

test("a broken endpoint that writes answers as before, and what it wrote is taken back", async () => {
  const route = ROUTED.find(({ endpoint }) => endpoint.name === markNotificationsRead.name) as Route;
  const acted: Route = { ...route, handling: { run: async () => "answer" } };
  const told: string[] = [];
  const attempt: Tx["attempt"] = async (part) => {
    try {
      return await part();
    } catch (error) {
      told.push("taken back");
      throw error;
    }
  };
  const [broken] = withBroken([acted], route.endpoint.name);
  assert.equal(await broken?.handling.run?.({ tx: { attempt } } as never), "answer");
  assert.deepEqual(told, ["taken back"]);
  const [whole] = withBroken([acted], "anotherEndpoint");
  assert.equal(whole, acted);
});

test("a broken endpoint that works before its transaction tells nothing of it, and a refusal stays one", async () => {
  const route = ROUTED.find(({ endpoint }) => endpoint.name === sendSignInCode.name) as Route;
  const attempt: Tx["attempt"] = (part) => part();
  const brokenWith = (result: unknown) => {
    const acted: Route = { ...route, handling: { prepare: async () => result, run: async () => result } };
    return withBroken([acted], route.endpoint.name)[0]?.handling.run?.({ tx: { attempt } } as never);
  };
  const channel = (sent: boolean) => ({ sent, error: false });
  const sent = { push: channel(false), sms: channel(false), call: channel(false), email: channel(true), waitSec: 60 };
  assert.deepEqual(await brokenWith(sent), { ...sent, email: channel(false), waitSec: 0 });
  const refusal = new Refusal("auth.sign_in_gone");
  assert.equal(await brokenWith(refusal), refusal);
});
