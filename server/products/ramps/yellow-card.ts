/** Yellow Card as a provider of ramps: collections for purchases, payments for sales, and a balance in dollars. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import {
  isFromYellowCard,
  openYellowCardApi,
  type YellowCard,
  YellowCardError,
  type YellowChannel,
  type YellowKind,
  type YellowNetwork,
  type YellowOrder,
  type YellowRate,
} from "../../platform/outside/providers/yellow-card.ts";
import {
  type FailedReason,
  type ProviderAnswer,
  ProviderFault,
  type ProviderStatement,
  type ReadMessage,
  type StatementLine,
} from "../providers/index.ts";
import { networkNamed } from "./networks.ts";
import type { OfferedCorridor, RampProvider, RampWanted } from "./provider.ts";

export const YELLOW_CARD = "yellow_card";
export const YELLOW_CARD_HEADERS = ["x-yc-signature"] as const;

export type YellowCardSettings = { readonly key: string; readonly secret: string; readonly api: string };

export function openYellowCard(settings: YellowCardSettings): RampProvider {
  const api = openYellowCardApi(settings);
  /** Their ids, by corridor. */
  let known: readonly YellowNetwork[] = [];
  const find = async (reference: string) => {
    for (const kind of ["collections", "payments"] as const) {
      const found = await api.find(kind, reference);
      if (found) return { kind, found };
    }
    return undefined;
  };
  return {
    name: YELLOW_CARD,
    submit: (reference, wanted) =>
      answered(async () => {
        if (wanted.party && known.length === 0) known = await api.networks();
        const kind = wanted.direction === "buy" ? "collections" : "payments";
        return answerOf(kind, await api.submit(kind, wishOf(reference, wanted, known)));
      }),
    ask: (reference) =>
      answered(async () => {
        const one = await find(reference);
        return one ? answerOf(one.kind, one.found) : { outcome: "not_found" };
      }),
    refund: (reference) =>
      answered(async () => {
        const found = await api.find("collections", reference);
        if (!found) return { outcome: "not_found" };
        return found.status === "refunded"
          ? { outcome: "refunded" }
          : answerOf("collections", await api.refund(found.id));
      }),
    read: (message) => readMessage(settings.secret, message),
    statement: (day, before) => statementOf(api, day, before),
    async corridors() {
      const [channels, networks, rates] = await Promise.all([api.channels(), api.networks(), api.rates()]);
      known = networks;
      return channels.flatMap((channel) => corridorOf(channel, networks, rates));
    },
  };
}

/** What Yellow Card refuses for at once: nothing was begun. Anything else may have had its effect. */
const REFUSES: Readonly<Record<string, FailedReason>> = {
  PaymentValidationError: "refused",
  CollectionValidationError: "refused",
  InvalidAccountNumber: "number",
  INVALID_ACCOUNT: "number",
  INSUFFICIENT_BALANCE: "stock",
  ChannelNotFound: "refused",
  ChannelInactive: "stock",
};

async function answered(call: () => Promise<ProviderAnswer>): Promise<ProviderAnswer> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof YellowCardError)) throw error;
    const isDefinite = error.status !== undefined && error.status >= 400 && error.status < 500;
    const reason = isDefinite && Object.hasOwn(REFUSES, error.code) ? REFUSES[error.code] : undefined;
    if (reason) return { outcome: "failed", reason };
    throw new ProviderFault([error.message, error.code].filter(Boolean).join(": "), error.status);
  }
}

function wishOf(reference: string, wanted: RampWanted, networks: readonly YellowNetwork[]) {
  const { corridor, countryIso: country, currency, units, userName, userRef, rail, party } = wanted;
  const reached = networks.filter(({ channelIds }) => channelIds.includes(corridor));
  const account = party && {
    accountType: rail === "bank" ? "bank" : "momo",
    accountNumber: party.number,
    accountName: party.holderName,
    networkId: networkNamed(reached, party.name)?.id,
  };
  const person = { name: userName, country };
  return {
    ...{ sequenceId: reference, channelId: corridor, currency, country, reason: "other", forceAccept: true },
    ...{
      localAmount: Number(displayFromUnits(units, fiatDigitsOf(currency))),
      customerType: "retail",
      customerUID: userRef,
    },
    ...(wanted.direction === "buy"
      ? { recipient: person, source: account ?? { accountType: "bank" } }
      : { sender: person, destination: account }),
  };
}

const FAILED: Readonly<Record<string, FailedReason>> = {
  failed: "refused",
  denied: "declined",
  cancelled: "declined",
  expired: "expired",
};

function answerOf(kind: YellowKind, made: YellowOrder): ProviderAnswer {
  const { id: providerRef, status, currency, bankInfo, reference } = made;
  if (status === "refunded") return { outcome: "refunded" };
  // A payment that was made and came back afterwards.
  if (status === "reversed" && kind === "payments") return { outcome: "came_back", chargedUnits: chargeOf(kind, made) };
  const reason = Object.hasOwn(FAILED, status) ? FAILED[status] : undefined;
  if (reason) return { outcome: "failed", reason };
  if (status !== "complete") {
    const to = bankInfo && {
      bankName: bankInfo.name,
      accountName: bankInfo.accountName,
      accountNumber: bankInfo.accountNumber,
    };
    return { outcome: "pending", providerRef, instructions: to && { ...to, words: reference } };
  }
  return {
    ...{ outcome: "succeeded", providerRef, currency },
    deliveredUnits: unitsOf(made.convertedAmount, fiatDigitsOf(currency)),
    chargedUnits: chargeOf(kind, made),
    payerName: made.source?.accountName,
    at: made.updatedAt === undefined ? undefined : new Date(made.updatedAt),
  };
}

/** Credited of a collection, charged for a payment. */
function chargeOf(kind: YellowKind, { amount, serviceFeeAmountUSD = 0 }: YellowOrder): bigint {
  const [sum, fee] = [unitsOf(amount, 2), unitsOf(serviceFeeAmountUSD, 2)];
  return kind === "collections" ? sum - fee : sum + fee;
}

/** JSON has its amounts as numbers; the digits of the currency are what counts of them. */
function unitsOf(value: number | undefined, digits: number): bigint {
  if (value === undefined || !Number.isFinite(value)) throw new ProviderFault("Yellow Card answers without an amount");
  return BigInt(value.toFixed(digits).replace(".", ""));
}

function readMessage(
  secret: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer },
): ReadMessage {
  if (!isFromYellowCard(body, { secret, signature: headers["x-yc-signature"] ?? "" })) return { fault: "unsigned" };
  try {
    const { id, sequenceId, event } = JSON.parse(body.toString("utf8")) as Record<string, unknown>;
    if (typeof sequenceId !== "string") return { fault: "unreadable" };
    return { messageId: `${String(id)}:${String(event)}`, externalRef: sequenceId };
  } catch {
    // Signed, and no JSON: there is nothing to ask about.
    return { fault: "unreadable" };
  }
}

const DAY_MS = 86_400_000;

/** Made of what ended on a day; what the balance did besides is a line of its own. */
async function statementOf(api: YellowCard, day: string, before: bigint): Promise<ProviderStatement> {
  const [collections, payments] = await Promise.all([api.since("collections", day), api.since("payments", day)]);
  const lines = [
    ...collections.flatMap((one) => linesOf("collections", one)),
    ...payments.flatMap((one) => linesOf("payments", one)),
  ];
  const until = Date.parse(day) + DAY_MS;
  const ofDay = lines.filter(({ at }) => at.getTime() < until);
  const sumOf = (some: readonly StatementLine[]) => some.reduce((sum, { units }) => sum + units, 0n);
  const closingUnits = unitsOf(await api.balance(), 2) - (sumOf(lines) - sumOf(ofDay));
  const rest = closingUnits - before - sumOf(ofDay);
  const between: StatementLine[] =
    rest === 0n
      ? []
      : [
          {
            kind: rest > 0n ? "deposit" : "other",
            reference: "balance",
            units: rest,
            at: new Date(`${day}T00:00:00Z`),
          },
        ];
  return { currency: "USD", openingUnits: before, closingUnits, lines: [...between, ...ofDay] };
}

function linesOf(kind: YellowKind, made: YellowOrder): StatementLine[] {
  const sign = kind === "collections" ? 1n : -1n;
  const at = new Date(made.updatedAt ?? 0);
  const order: StatementLine = { kind: "order", reference: made.sequenceId, units: sign * chargeOf(kind, made), at };
  if (made.status === "complete") return [order];
  const isBack = kind === "collections" ? made.status === "refunded" : made.status === "reversed";
  return isBack ? [order, { ...order, kind: "return", units: -order.units }] : [];
}

function corridorOf(
  channel: YellowChannel,
  networks: readonly YellowNetwork[],
  rates: readonly YellowRate[],
): OfferedCorridor[] {
  const { id, country, currency, channelType, rampType, status, apiStatus = "active", min, max } = channel;
  const rail = channelType === "bank" ? "bank" : channelType === "momo" ? "mobile_money" : undefined;
  const direction = rampType === "deposit" ? "buy" : rampType === "withdraw" ? "sell" : undefined;
  const rate = rates.find(({ code }) => code === currency);
  const perUsd = direction === "buy" ? rate?.buy : rate?.sell;
  if (!rail || !direction || !perUsd || status !== "active" || apiStatus !== "active") return [];
  const local = (sum: number) => String(unitsOf(sum, fiatDigitsOf(currency)));
  return [
    {
      ...{ code: id, direction, country, currency, rail, fee_bp: 0, fee: local(channel.feeLocal ?? 0) },
      networks: networks
        .filter((one) => one.status === "active" && one.channelIds.includes(id))
        .map(({ id: code, name }) => ({ code, name: name.slice(0, 80) })),
      ...{ lowest: local(min), highest: local(max), per_usd: String(perUsd), opens: null, closes: null },
      minutes: Math.min(14_400, Math.ceil((channel.estimatedSettlementTime ?? 60) / 60)),
    },
  ];
}
