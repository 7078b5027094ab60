// Guards: of a visitor's country is believed what the configured proxy says, then where the address is, then what the languages say, and nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FastifyRequest } from "fastify";
import type { Config } from "../../settings/config.ts";
import { regionsOf, visitorOf } from "./visitor.ts";

const ask = (
  headers: Record<string, string>,
  countryHeader?: string,
  cookies: Record<string, string> = {},
  ip = "127.0.0.1",
) =>
  visitorOf(
    { headers, cookies, ip } as unknown as FastifyRequest,
    { countryHeader, publicUrl: new URL("http://localhost") } as Config,
  );

test("languages name their regions, the most wanted first; what is no language names nothing", () => {
  assert.deepEqual(regionsOf("en;q=0.5, pt-BR, fr-CA;q=0.8, zh-Hant-TW;q=0.9"), ["BR", "TW", "CA"]);
  assert.deepEqual(regionsOf("de, en;q=0.9, *;q=0.1, es-419, en-GB;q=0, x-y-z, --, en-;q=zz"), []);
  assert.deepEqual(regionsOf(""), []);
  assert.deepEqual(regionsOf(`${"en,".repeat(200)}de-DE`), []);
});

test("a header that nobody configured is anybody's word", () => {
  const headers = { "cf-ipcountry": "KE", "accept-language": "en-IN" };
  assert.deepEqual(ask(headers).countries, ["IN"]);
  assert.deepEqual(ask(headers, "x-country").countries, ["IN"]);
  assert.deepEqual(ask(headers, "cf-ipcountry").countries, ["KE", "IN"]);
  assert.deepEqual(ask({ ...headers, "cf-ipcountry": "ke" }, "cf-ipcountry").countries, ["KE", "IN"]);
  assert.deepEqual(ask({ ...headers, "cf-ipcountry": "K; drop" }, "cf-ipcountry").countries, ["IN"]);
});

test("a currency chosen before is three capitals or nothing", () => {
  assert.equal(ask({}, undefined, { fiat: "KES" }).chosenFiat, "KES");
  for (const fiat of ["kes", "", "KESX", "<b>"]) assert.equal(ask({}, undefined, { fiat }).chosenFiat, null);
});

test("an address ranks between the proxy's country and the languages, and each country is named once", () => {
  const from = (countryHeader?: string) =>
    ask({ "x-country": "KE", "accept-language": "en-NG, en-IN" }, countryHeader, {}, "41.58.0.1").countries;
  assert.deepEqual(from(), ["NG", "IN"]);
  assert.deepEqual(from("x-country"), ["KE", "NG", "IN"]);
});
