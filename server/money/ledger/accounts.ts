/**
 * The names of ledger accounts. A name says who holds what: `user:7:BTC:available`, `trade:91:BTC:escrow`,
 * `house:BTC:fees`, `outside:BTC:chain`. Only the chain outside and the operator's losses may be below zero.
 */
import type { CryptoCode } from "#contract/money/money.ts";
import { Fragment } from "../../platform/postgres/statements.ts";

export type HouseAccount =
  | "fees"
  | "dust"
  | "inventory"
  | "loss"
  | "network"
  | "rewards"
  | "fees_store"
  | "fees_card"
  | "fees_ramp"
  | "fees_lightning"
  | "cards_issued";

/** The holder of each account of a user or a trade. `held` is reserved for something that was not sent yet. */
const HOLDERS = {
  available: "user",
  held: "user",
  ordered: "user",
  bond: "user",
  spot: "user",
  escrow: "trade",
} as const;

const nameOf = (purpose: keyof typeof HOLDERS) => (holderId: bigint, currency: CryptoCode) =>
  `${HOLDERS[purpose]}:${holderId}:${currency}:${purpose}`;

/** As a piece of SQL: both arguments are columns, or parameters with a type. */
const nameInSql = (purpose: keyof typeof HOLDERS) => (holderId: Fragment, currency: Fragment) =>
  new Fragment([`'${HOLDERS[purpose]}:' || `, " || ':' || ", ` || ':${purpose}'`], [holderId, currency]);

export const accountOf = {
  available: nameOf("available"),
  held: nameOf("held"),
  ordered: nameOf("ordered"),
  bond: nameOf("bond"),
  /** Held by open orders. */
  spot: nameOf("spot"),
  escrow: nameOf("escrow"),
  house: (currency: CryptoCode, purpose: HouseAccount) => `house:${currency}:${purpose}`,
  chain: (currency: CryptoCode) => `outside:${currency}:chain`,
};

/** For joins with ledger_accounts: the same names, put together by PostgreSQL. */
export const accountIn = { available: nameInSql("available"), held: nameInSql("held"), escrow: nameInSql("escrow") };
