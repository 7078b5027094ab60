/** Coins of the development chains for people who try the demo. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { amount, cryptoCode } from "../platform/wire.ts";

export const askFaucet = endpoint({
  name: "askFaucet",
  method: "POST",
  path: "/demo/faucet",
  summary: "Test coins to the caller's own address, mined on the development chain.",
  body: z.strictObject({ crypto_currency_code: cryptoCode, amount }),
  reply: z.strictObject({ id: z.string(), cryptoCurrencyCode: cryptoCode, amount: z.string(), address: z.string() }),
  refusals: [
    "wallet.rail_unavailable",
    "wallet.faucet_limit",
    "wallet.faucet_amount",
    "money.malformed",
    "money.too_many_digits",
  ],
});
