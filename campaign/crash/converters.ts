/** People who turn ether into dollars and back while the server dies under them. */
import type { ConversionQuote } from "#contract/products/wallet/wallet.ts";
import { type Actor, type Callers, insist, pause, prove } from "./caller.ts";

/** One person converts until everything is stopped. */
export async function convertOn(callers: Callers, person: Actor): Promise<void> {
  for (let round = 0; !callers.stopped(); round++) {
    const wish =
      round % 2 === 0 ? { from: "ETH", to: "USDT", amount: "0.01" } : { from: "USDT", to: "ETH", amount: "3" };
    const quote = await insist(callers, person, "/rest/v2/wallet/conversion-quotes", wish);
    // Pressed twice: a quote is taken once.
    if (quote?.status === 200) {
      const conversion = quote.data as ConversionQuote;
      await prove(callers, person, { wanted: { kind: "convert", id: conversion.id }, conversion });
      const take = () => insist(callers, person, "/rest/v2/wallet/conversions", { quote_id: conversion.id });
      await Promise.all([take(), take()]);
    }
    await pause(300);
  }
}
