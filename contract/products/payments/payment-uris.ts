/** Requests for a payment as wallets write them into links and QR codes: BIP 21 for bitcoin, EIP-681 for Ethereum. */
import { CRYPTO, type CryptoCode, displayFromUnits } from "../../money/money.ts";

/** Room for an address with its amount and a note. */
export const PAYMENT_URI_MAX = 1000;
export const PAYMENT_URI_REFUSALS = [
  "wallet.uri_parameter",
  "wallet.uri_coin",
  "wallet.uri_amount",
  "wallet.uri_bad_amount",
] as const;
const NOTE_MAX = 200;

export type PaymentUri =
  | {
      readonly kind: "payment";
      readonly coin: CryptoCode;
      readonly address: string;
      /** Of Ethereum; null where the request names none. */
      readonly chainId: string | null;
      /** The token's contract. */
      readonly token: string | null;
      /** As a decimal of the coin. */
      readonly amount: string | null;
      /** For the payer: what the payment is for. */
      readonly note: string | null;
    }
  /** A parameter that must be understood and is not. */
  | { readonly kind: "unknown_parameter"; readonly name: string }
  | { readonly kind: "other"; readonly network: string }
  /** The amount is not a number as the standard writes it. */
  | { readonly kind: "bad_amount"; readonly amount: string }
  | { readonly kind: "malformed" };

const OTHER_SCHEMES: Readonly<Record<string, string>> = {
  litecoin: "Litecoin",
  dogecoin: "Dogecoin",
  doge: "Dogecoin",
  bitcoincash: "Bitcoin Cash",
  bchtest: "Bitcoin Cash",
  bitcoinsv: "Bitcoin SV",
  lightning: "Lightning",
  tron: "TRON",
  ton: "TON",
  solana: "Solana",
  monero: "Monero",
  ripple: "XRP Ledger",
  xrpl: "XRP Ledger",
  stellar: "Stellar",
  "web+stellar": "Stellar",
  cardano: "Cardano",
  "web+cardano": "Cardano",
  cosmos: "Cosmos",
  dash: "Dash",
  zcash: "Zcash",
  polkadot: "Polkadot",
  tezos: "Tezos",
  near: "NEAR",
  algorand: "Algorand",
};

/** An address as people paste it: without line breaks, spaces and unseen characters, which no address has. */
export function bareAddress(text: string): string {
  return text.replace(/[\s\p{Cf}]/gu, "");
}

/** Undefined for what is no such request: an address alone. */
export function readPaymentUri(text: string): PaymentUri | undefined {
  const match = /^([a-z][a-z0-9+.-]*):(?:\/\/)?(.*)$/isu.exec(text.replace(/\p{Cf}/gu, "").trim());
  const scheme = match?.[1]?.toLowerCase();
  const rest = match?.[2] ?? "";
  if (scheme === undefined) return undefined;
  if (scheme === "bitcoin") return bitcoinRequest(rest);
  if (scheme === "ethereum") return ethereumRequest(rest);
  const network = OTHER_SCHEMES[scheme];
  return network ? { kind: "other", network } : undefined;
}

function bitcoinRequest(rest: string): PaymentUri {
  const { path, parameters, unknown } = split(rest);
  if (unknown !== undefined) return { kind: "unknown_parameter", name: unknown };
  const amount = parameters.get("amount");
  if (path === "") return { kind: "malformed" };
  if (amount !== undefined && !/^\d{1,24}(\.\d{1,18})?$/.test(amount)) return badAmount(amount);
  return {
    kind: "payment",
    coin: "BTC",
    address: bareAddress(path),
    chainId: null,
    token: null,
    amount: amount === undefined ? null : tidy(amount),
    note: noteOf([parameters.get("label"), parameters.get("message")]),
  };
}

function ethereumRequest(rest: string): PaymentUri {
  const { path, parameters, unknown } = split(rest);
  if (unknown !== undefined) return { kind: "unknown_parameter", name: unknown };
  const target = /^(?:pay-)?([^@/]+)(?:@(\d{1,20}))?(?:\/([a-z0-9_]+))?$/i.exec(path.replace(/\s/g, ""));
  const [, place = "", chainId = null, call] = target ?? [];
  if (!target || (call !== undefined && call !== "transfer")) return { kind: "malformed" };
  const address = call ? parameters.get("address") : place;
  if (!address) return { kind: "malformed" };
  const amount = parameters.get(call ? "uint256" : "value");
  const units = unitsOf(amount);
  if (units === undefined) return badAmount(amount ?? "");
  const digits = call ? CRYPTO.USDT.digits : WEI_DIGITS;
  return {
    kind: "payment",
    coin: call ? "USDT" : "ETH",
    address: bareAddress(address),
    chainId,
    token: call ? place : null,
    amount: units === null ? null : displayFromUnits(units, digits),
    note: noteOf([parameters.get("label"), parameters.get("message")]),
  };
}

/** It is shown to the payer, so only its beginning. */
function badAmount(amount: string): PaymentUri {
  return { kind: "bad_amount", amount: [...amount].slice(0, BAD_AMOUNT_SHOWN).join("") };
}

const BAD_AMOUNT_SHOWN = 40;
const WEI_DIGITS = 18;

/** "2.014e18" as EIP-681 writes it; null for none, undefined for what is no whole number. */
function unitsOf(text: string | undefined): bigint | null | undefined {
  if (text === undefined) return null;
  const match = /^(\d{1,60})(?:\.(\d{1,60}))?(?:e(\d{1,2}))?$/i.exec(text);
  if (!match) return undefined;
  const [, whole = "", fraction = "", power = "0"] = match;
  const digits = fraction.replace(/0+$/, "");
  if (digits.length > Number(power)) return undefined;
  return BigInt(whole + digits.padEnd(Number(power), "0"));
}

function split(rest: string) {
  const [path = "", ...query] = rest.split("?");
  const parameters = new Map<string, string>();
  let unknown: string | undefined;
  for (const part of query.join("?").split("&")) {
    const [key = "", ...value] = part.split("=");
    const name = key.toLowerCase();
    if (name.startsWith("req-")) unknown ??= key.slice(0, 60);
    if (name !== "" && !parameters.has(name)) parameters.set(name, decoded(value.join("=")));
  }
  return { path: decoded(path), parameters, unknown };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function noteOf(parts: readonly (string | undefined)[]): string | null {
  const note = parts.filter((part) => part?.trim()).join(" · ");
  return note
    ? note
        .replace(/[\p{Cc}\p{Cf}]/gu, " ")
        .slice(0, NOTE_MAX)
        .toWellFormed()
    : null;
}

function tidy(amount: string): string {
  const [whole = "", fraction = ""] = amount.split(".");
  const rest = fraction.replace(/0+$/, "");
  return `${whole.replace(/^0+(?=\d)/, "")}${rest && `.${rest}`}`;
}
