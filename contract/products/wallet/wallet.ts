/** The wallet on the wire: coins, balances, deposit addresses, send-outs, conversions, history, test coins. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { PAYMENT_URI_MAX, PAYMENT_URI_REFUSALS } from "../payments/payment-uris.ts";
import { rateState } from "../../money/rates.ts";
import {
  amount,
  count,
  cryptoCode,
  fiatCode,
  hash,
  instant,
  pageQuery,
  pagination,
  text,
} from "../../platform/wire.ts";

/** Why a coin cannot be moved here; the texts of a page go by it. */
export const railClosure = z.enum(["switched_off", "not_set_up", "no_answer", "other_keys", "not_reached"]);
export type RailClosure = z.infer<typeof railClosure>;

const rail = z.strictObject({
  isAvailable: z.boolean(),
  /** Why deposits and send-outs of this coin do not work here; null when they do. */
  reasonCode: z.nullable(railClosure),
  /** The same in English, with the error of the machine, for the operator. */
  reason: z.nullable(z.string()),
  chain: z.enum(["bitcoin", "ethereum"]),
  /** "regtest", "main", or an Ethereum chain id: play money or not is said by isTestNetwork. */
  network: z.string(),
  isTestNetwork: z.boolean(),
});

export const cryptoCurrency = z.strictObject({
  id: z.int(),
  code: cryptoCode,
  urlParam: z.string(),
  fullName: z.string(),
  shortName: z.string(),
  icon: z.string(),
  rate: z.nullable(z.string()),
  formattingDecimalsCount: z.int(),
  isStablecoin: z.boolean(),
  rail,
  /** Smaller deposits are credited too; smaller send-outs are refused. */
  minimumSendOut: z.string(),
  /** How deep a deposit must be: blocks for bitcoin, null where the chain itself says "finalized". */
  confirmationsNeeded: z.nullable(z.int()),
});
export type WalletCurrency = z.infer<typeof cryptoCurrency>;

export const listWalletCurrencies = endpoint({
  name: "listWalletCurrencies",
  method: "GET",
  path: "/rest/v2/wallet/crypto-currencies",
  summary: "The three coins, and whether their chain can be reached from here.",
  reply: z.array(cryptoCurrency),
});

export const listWalletRates = endpoint({
  name: "listWalletRates",
  method: "GET",
  path: "/rest/v2/wallet/crypto-currencies/rates",
  summary: "The value of one of each coin in the currency of the caller, or of the query.",
  query: z.strictObject({ currency: z.optional(fiatCode) }),
  reply: z.array(
    z.strictObject({
      cryptoCurrencyCode: cryptoCode,
      fiatCurrencyCode: fiatCode,
      fiatRate: z.nullable(z.string()),
      fiatPrecision: z.int(),
      state: rateState,
    }),
  ),
});

export const walletBalances = z.strictObject({
  fiatCurrencyCode: fiatCode,
  fiatPrecision: z.int(),
  /** Everything together in fiat; null while a rate is missing. */
  total: z.nullable(z.string()),
  balances: z.array(
    z.strictObject({
      cryptoCurrencyCode: cryptoCode,
      /** Free to use. */
      balance: z.string(),
      escrowAmount: z.string(),
      /** Reserved: for send-outs on their way, for orders at providers, as a bond, and by open orders of the spot markets. */
      heldAmount: z.string(),
      bondAmount: z.string(),
      spotAmount: z.string(),
      /** Seen on the chain and not final yet. */
      incomingAmount: z.string(),
      /** The value of the free balance, and of everything that is the user's. */
      fiatBalance: z.nullable(z.string()),
      fiatTotal: z.nullable(z.string()),
    }),
  ),
});
export type WalletBalances = z.infer<typeof walletBalances>;

export const getWalletBalances = endpoint({
  name: "getWalletBalances",
  method: "GET",
  path: "/rest/v2/wallet/balances",
  summary: "The caller's balance of each coin: available, in escrow, incoming and outgoing, with its value in fiat.",
  query: z.strictObject({ currency: z.optional(fiatCode) }),
  reply: walletBalances,
});

export const depositAddress = z.strictObject({
  cryptoCurrencyCode: cryptoCode,
  address: z.string(),
  /** For the QR code: BIP21 for bitcoin, EIP-681 for Ethereum. */
  uri: z.string(),
  network: z.string(),
  isTestNetwork: z.boolean(),
});
export type DepositAddress = z.infer<typeof depositAddress>;

const codeParam = z.strictObject({ code: cryptoCode });

export const createDepositAddress = endpoint({
  name: "createDepositAddress",
  method: "POST",
  path: "/rest/v2/wallet/:code/addresses",
  summary: "The caller's deposit address for a coin; made when there is none yet.",
  params: codeParam,
  reply: depositAddress,
  refusals: ["wallet.rail_unavailable"],
});

export const getDepositAddress = endpoint({
  name: "getDepositAddress",
  method: "GET",
  path: "/rest/v2/wallet/:code/addresses",
  summary: "The caller's deposit address for a coin, or null.",
  params: codeParam,
  reply: z.nullable(depositAddress),
});

export const sendOutQuote = z.strictObject({
  id: hash,
  cryptoCurrencyCode: cryptoCode,
  address: z.string(),
  amount: z.string(),
  fee: z.string(),
  /** The amount that leaves the balance: amount and fee. */
  total: z.string(),
  fiatCurrencyCode: fiatCode,
  fiatAmount: z.nullable(z.string()),
  fiatFee: z.nullable(z.string()),
  createdAt: instant,
  expiresAt: instant,
  /** Things to look at before confirming, such as an address that looks like one used before. */
  warnings: z.array(z.enum(["new_address", "similar_address", "own_address"])),
  /** For how long it will wait before it is sent, because the address is new; 0 for at once. */
  waitHours: count,
});
export type SendOutQuote = z.infer<typeof sendOutQuote>;

export const quoteSendOut = endpoint({
  name: "quoteSendOut",
  method: "POST",
  path: "/rest/v2/wallet/:code/send-out-quotes",
  summary: "Quote a send-out; the fee is guaranteed until the quote expires.",
  params: codeParam,
  body: z.strictObject({
    /** An address, or a payment link (BIP 21, EIP-681) that names one. */
    address: text({ min: 1, max: PAYMENT_URI_MAX }),
    /** The amount that arrives, or "max" for everything. */
    amount: z.union([amount, z.literal("max")]),
  }),
  reply: sendOutQuote,
  refusals: [
    "wallet.rail_unavailable",
    "wallet.address_malformed",
    "wallet.address_other_network",
    "wallet.address_burns",
    ...PAYMENT_URI_REFUSALS,
    "wallet.amount_too_small",
    "wallet.amount_too_large",
    "wallet.own_address",
    "wallet.fee_unknown",
    "rates.unknown",
    "rates.stale",
    "rates.divergent",
    "money.malformed",
    "money.too_many_digits",
    "ledger.insufficient_balance",
  ],
});

/** In tables and answers alike. pending: no node has bytes yet. broadcast: shown to the network. confirming: in a block. */
export const PAYMENT_STATUSES = ["pending", "broadcast", "confirming", "completed", "failed", "cancelled"] as const;
const paymentStatus = z.enum(PAYMENT_STATUSES);
export type PaymentStatus = z.infer<typeof paymentStatus>;

/** Why a send-out failed, or was given back to its sender. */
const FAULTS = [
  ...["replaced", "refused_by_chain", "contract_address", "token_refuses"],
  ...["limit_reached", "not_allowed", "stopped_by_staff"],
] as const;
export const sendOutFault = z.enum(FAULTS);
export type SendOutFault = z.infer<typeof sendOutFault>;

export const sendOut = z.strictObject({
  id: hash,
  cryptoCurrencyCode: cryptoCode,
  address: z.string(),
  amount: z.string(),
  fee: z.string(),
  total: z.string(),
  status: paymentStatus,
  /** Why it failed, as a code and in English; null otherwise. */
  ...{ fault: z.nullable(sendOutFault), reason: z.nullable(z.string()) },
  txid: z.nullable(z.string()),
  confirmations: count,
  createdAt: instant,
  /** Not before: to an address new to its owner, or under a restriction, or null; and until coins are back from cold storage. */
  waitsUntil: z.nullable(instant),
  awaitsRefill: z.boolean(),
  actions: z.array(z.enum(["cancel"])),
});
export type SendOut = z.infer<typeof sendOut>;

export const createSendOut = endpoint({
  name: "createSendOut",
  method: "POST",
  path: "/rest/v2/wallet/:code/send-outs",
  summary: "Send out by a quote; the amount and fee are reserved at once.",
  params: codeParam,
  body: z.strictObject({ quote_id: hash }),
  reply: sendOut,
  refusals: [
    "wallet.quote_unknown",
    "wallet.quote_expired",
    "wallet.quote_taken",
    "wallet.on_hold",
    "wallet.security_hold",
    "wallet.rail_unavailable",
    "auth.password_proof",
    "ledger.halted",
    "ledger.insufficient_balance",
  ],
});

export const getSendOut = endpoint({
  name: "getSendOut",
  method: "GET",
  path: "/rest/v2/wallet/send-outs/:id",
  summary: "One send-out of the caller, with its state on the chain.",
  params: z.strictObject({ id: hash }),
  reply: sendOut,
  refusals: ["wallet.send_out_unknown"],
});

export const cancelSendOut = endpoint({
  name: "cancelSendOut",
  method: "POST",
  path: "/rest/v2/wallet/send-outs/:id/cancel",
  summary: "Takes a send-out back while nothing of it was signed.",
  params: z.strictObject({ id: hash }),
  reply: sendOut,
  refusals: ["wallet.send_out_unknown", "wallet.send_out_under_way"],
});

/** A send-out as its link in an email shows it. */
export const linkedSendOut = z.strictObject({
  cryptoCurrencyCode: cryptoCode,
  amount: z.string(),
  address: z.string(),
  status: paymentStatus,
  waitsUntil: z.nullable(instant),
});
export type LinkedSendOut = z.infer<typeof linkedSendOut>;

export const cancelSendOutByLink = endpoint({
  name: "cancelSendOutByLink",
  method: "POST",
  path: "/rest/v2/wallet/send-outs/cancel-by-link",
  summary: "Takes a send-out back by the link in the email about it, signed in or not.",
  body: z.strictObject({ token: text({ min: 20, max: 100 }) }),
  reply: linkedSendOut,
  refusals: ["wallet.send_out_unknown", "wallet.send_out_under_way"],
});

export const walletTransaction = z.strictObject({
  id: z.string(),
  /** deposit, send_out, conversion, and the kinds of the ledger: trade_lock, trade_release, … */
  type: z.string(),
  status: paymentStatus,
  cryptoCurrencyCode: cryptoCode,
  /** Signed: what the balance gained or lost, fee included. */
  amount: z.string(),
  fee: z.nullable(z.string()),
  address: z.nullable(z.string()),
  txid: z.nullable(z.string()),
  confirmations: z.nullable(z.int()),
  confirmationsNeeded: z.nullable(z.int()),
  /** A public page about the transaction; null on test networks and before there is a transaction. */
  explorerUrl: z.nullable(z.string()),
  /** Its subject: a trade's subject, a conversion's id. */
  reference: z.nullable(z.string()),
  /** Both sides of a conversion; null for everything else. */
  conversion: z.nullable(
    z.strictObject({ from: cryptoCode, to: cryptoCode, fromAmount: z.string(), toAmount: z.string() }),
  ),
  /** Why a send-out failed; null for everything else. */
  fault: z.nullable(sendOutFault),
  /** Of a send-out that is kept waiting, until then or until coins are back from cold storage; null and false for the rest. */
  waitsUntil: z.nullable(instant),
  awaitsRefill: z.boolean(),
  at: instant,
});
export type WalletTransaction = z.infer<typeof walletTransaction>;

export const listWalletTransactions = endpoint({
  name: "listWalletTransactions",
  method: "GET",
  path: "/rest/v2/wallet/transactions",
  summary: "Everything that changed the caller's balances, newest first.",
  query: z.strictObject({
    page: pageQuery,
    code: z.optional(cryptoCode),
    type: z.optional(z.enum(["deposit", "send_out", "conversion", "trade", "other"])),
  }),
  reply: z.array(walletTransaction),
  meta: pagination,
});

export const conversionQuote = z.strictObject({
  id: hash,
  from: cryptoCode,
  to: cryptoCode,
  fromAmount: z.string(),
  toAmount: z.string(),
  /** How much of `to` one of `from` gives, the spread inside. */
  rate: z.string(),
  spreadPct: z.string(),
  createdAt: instant,
  expiresAt: instant,
  state: rateState,
});
export type ConversionQuote = z.infer<typeof conversionQuote>;

export const quoteConversion = endpoint({
  name: "quoteConversion",
  method: "POST",
  path: "/rest/v2/wallet/conversion-quotes",
  summary: "Quote a conversion; valid for 15 seconds and once.",
  body: z.strictObject({ from: cryptoCode, to: cryptoCode, amount }),
  reply: conversionQuote,
  refusals: [
    "wallet.same_currency",
    "wallet.amount_too_small",
    "wallet.amount_too_large",
    "rates.unknown",
    "rates.stale",
    "rates.divergent",
    "money.malformed",
    "money.too_many_digits",
    "ledger.insufficient_balance",
  ],
});

export const conversion = z.strictObject({
  id: hash,
  from: cryptoCode,
  to: cryptoCode,
  fromAmount: z.string(),
  toAmount: z.string(),
  createdAt: instant,
});
export type Conversion = z.infer<typeof conversion>;

export const createConversion = endpoint({
  name: "createConversion",
  method: "POST",
  path: "/rest/v2/wallet/conversions",
  summary: "Takes a conversion quote, which its user has proved.",
  body: z.strictObject({ quote_id: hash }),
  reply: conversion,
  refusals: [
    "wallet.quote_unknown",
    "wallet.quote_expired",
    "wallet.quote_taken",
    "wallet.on_hold",
    "wallet.conversion_unavailable",
    "auth.password_proof",
    "ledger.halted",
    "ledger.insufficient_balance",
  ],
});

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
