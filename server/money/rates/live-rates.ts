/** The newest rate of a pair, on a public channel of its own. */
import { pairOfChannel } from "#contract/platform/live-channels.ts";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import type { LiveStates } from "../../platform/events/live.ts";
import { fiatByCode } from "../../reference/catalog/index.ts";
import { ratesOf } from "./rate-of.ts";
import { RATES_FAMILY } from "./rows.ts";
import { viewRate } from "./view-rate.ts";

export const liveRates: LiveStates = {
  family: RATES_FAMILY,
  has(channel) {
    const pair = pairOfChannel(channel);
    return pair !== undefined && CRYPTO_CODES.some((code) => code === pair.crypto) && Boolean(fiatByCode(pair.fiat));
  },
  async read(tx, channels) {
    const fiats = new Set(channels.map((channel) => pairOfChannel(channel)?.fiat ?? ""));
    const rates = await ratesOf(tx, { cryptos: CRYPTO_CODES, fiats: [...fiats] });
    return channels.flatMap((channel) => {
      const pair = pairOfChannel(channel);
      const rate = rates.get(`${pair?.crypto}/${pair?.fiat}`);
      return rate
        ? [{ channel, seq: BigInt(rate.asOf.getTime()), body: { type: "rate.changed" as const, rate: viewRate(rate) } }]
        : [];
    });
  },
};
