/** The account that a seller gives to a trade, the payer that a buyer names, and how both see it. */
import { ASKED_FIELDS } from "#contract/market/trades/payment/account-names.ts";
import type { Payer, PaymentDetail } from "#contract/market/trades/payment/details.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { ids } from "../../platform/ids.ts";
import { findPaymentMethodById } from "../../reference/catalog/index.ts";
import { companyNameOf, findUserById, openPersonal } from "../../people/accounts/index.ts";
import { accountRows, type AccountRow } from "./rows.ts";
import { type NameLikeness, nameLikeness } from "./name-likeness.ts";
import { isSameName } from "./same-name.ts";
import { openFields, openHolder, placeInTrade, placeOfAccount, sealFields, sealHolder } from "./sealed-fields.ts";
import { type GivenRow, givenRows, insertShare, type PayerRow, payerRows, putPayer } from "./share-rows.ts";

/** With what a trade is paid. */
export type PaidBy = { readonly id: number; readonly group: string };

/** Trades by these are paid to an account. */
export const isPaidToAccount = ({ group }: Pick<PaidBy, "group">): boolean =>
  group === "bank-transfers" || group === "mobile-money";

type Giving = {
  readonly hash: string;
  readonly userId: bigint;
  readonly accountId: string;
  readonly method: PaidBy;
  /** The offer excluded accounts of others. */
  readonly noThirdParties: boolean;
};

/**
 * Gives a copy of one of the seller's accounts to the trade; says which kind it was. Refuses payment_account.unknown,
 * payment_account.unfit where the trade is paid in another way, payment_account.not_own, payment_account.many_given, trade.not_yours and trade.wrong_status.
 * Locks the trade.
 */
export async function giveAccount(tx: Tx, giving: Giving): Promise<PaymentDetail["kind"]> {
  const { hash, userId, accountId, method } = giving;
  const account = await ownAccount(tx, userId, accountId);
  const isFit = account.kind === "bank" ? method.group === "bank-transfers" : account.method_id === method.id;
  if (!isFit) throw fieldRefusal("payment_account.unfit", "account_id");
  if (giving.noThirdParties) await refuseOfOther(tx, userId, account);
  const publicId = ids.hash();
  const fields = openFields(account.fields, placeOfAccount(account.public_id));
  const outcome = await insertShare(tx, {
    ...{ hash, userId, accountId, publicId },
    ...sealFields(fields, placeInTrade(publicId)),
  });
  if (outcome !== "shared")
    throw wordRefusal(outcome, {
      ...OF_TRADE,
      none: fieldRefusal("payment_account.unknown", "account_id"),
      many: "payment_account.many_given",
    });
  return KINDS[account.kind];
}

const KINDS = { bank: "bank-account", wallet: "online-wallet" } as const;

const OF_TRADE = { trade: "trade.not_yours", status: "trade.wrong_status" } as const;

type Fitting = {
  readonly userId: bigint;
  readonly accountId: string;
  readonly method: PaidBy;
  readonly currency: string;
  readonly noThirdParties: boolean;
};

/**
 * Checks the account of a user who would be paid by bank transfer in this currency: payment_account.unknown,
 * payment_account.unfit, payment_account.not_own.
 */
export async function refuseUnfitAccount(tx: ReadTx, fitting: Fitting): Promise<void> {
  const { userId, accountId, method, currency } = fitting;
  const account = await ownAccount(tx, userId, accountId);
  const isFit = account.kind === "bank" && method.group === "bank-transfers" && account.currency === currency;
  if (!isFit) throw fieldRefusal("payment_account.unfit", "account_id");
  if (fitting.noThirdParties) await refuseOfOther(tx, userId, account);
}

/** Currencies in which a user can be paid by bank transfer: to any of the accounts, and to those in the user's own name. */
export async function currenciesPaidIn(
  tx: ReadTx,
  userId: bigint,
): Promise<{ readonly any: readonly string[]; readonly own: readonly string[] }> {
  const found: { currency: string; isOwn: boolean }[] = [];
  for (const account of await accountRows(tx, { userId, kind: "bank" })) {
    const { currency } = account;
    if (currency !== null) found.push({ currency, isOwn: await isNameOf(tx, userId, holderIn(account)) });
  }
  const codes = (of: typeof found) => [...new Set(of.map(({ currency }) => currency))];
  return { any: codes(found), own: codes(found.filter(({ isOwn }) => isOwn)) };
}

/** The holder has another name than its owner, and than the company that they act for. */
async function refuseOfOther(tx: ReadTx, userId: bigint, account: AccountRow): Promise<void> {
  if (!(await isNameOf(tx, userId, holderIn(account)))) throw fieldRefusal("payment_account.not_own", "account_id");
}

async function ownAccount(tx: ReadTx, userId: bigint, publicId: string): Promise<AccountRow> {
  const [account] = await accountRows(tx, { userId, publicId });
  if (!account) throw fieldRefusal("payment_account.unknown", "account_id");
  return account;
}

type Declaring = {
  readonly hash: string;
  readonly userId: bigint;
  /** An account of theirs whose holder it is, or the holder by name. */
  readonly from: { readonly accountId: string } | { readonly holderName: string };
  /** The offer excluded payments from accounts of others. */
  readonly noThirdParties: boolean;
};

/**
 * The buyer names the holder they pay from. Refuses payment_account.unknown, payment_account.third_party, trade.not_yours and
 * trade.wrong_status. Locks the trade.
 */
export async function declarePayer(tx: Tx, { hash, userId, from, noThirdParties }: Declaring): Promise<void> {
  const holder = "holderName" in from ? from.holderName : await holderOf(tx, userId, from.accountId);
  if (noThirdParties && !(await isNameOf(tx, userId, holder)))
    throw fieldRefusal("payment_account.third_party", "holderName" in from ? "payer_name" : "account_id");
  const outcome = await putPayer(tx, { hash, userId, holderSealed: sealHolder(holder, hash) });
  if (outcome !== "declared") throw wordRefusal(outcome, OF_TRADE);
}

async function holderOf(tx: ReadTx, userId: bigint, accountId: string): Promise<string> {
  return holderIn(await ownAccount(tx, userId, accountId));
}

function holderIn(account: AccountRow): string {
  return openFields(account.fields, placeOfAccount(account.public_id)).holder_name ?? "";
}

type TradeKey = { readonly id: bigint; readonly hash: string };
export type Given = { readonly details: PaymentDetail[]; readonly payer: Payer | null };

/** What each of these trades was given, by its id; those that were given nothing are not in it. */
export async function givenTo(tx: ReadTx, trades: readonly TradeKey[]): Promise<Map<bigint, Given>> {
  if (trades.length === 0) return new Map();
  const tradeIds = trades.map(({ id }) => id);
  const [rows, payers] = await Promise.all([givenRows(tx, tradeIds), payerRows(tx, tradeIds)]);
  const given = new Map<bigint, Given>();
  for (const { id, hash } of trades) {
    const details = rows.filter(({ trade_id }) => trade_id === id).map(viewGiven);
    const payer = payers.find(({ trade_id }) => trade_id === id);
    if (details.length > 0 || payer) given.set(id, { details, payer: payer ? await viewPayer(tx, payer, hash) : null });
  }
  return given;
}

function viewGiven(row: GivenRow): PaymentDetail {
  const texts = openFields(row.fields, placeInTrade(row.public_id));
  const names = row.country ? ASKED_FIELDS[row.country].map(({ field }) => field) : (["phone"] as const);
  // An IBAN contains the others, and a CLABE is the number; the holder and the bank are beside the fields.
  const shown = names.filter((name) => !["holder_name", "bank_name", "bank_id", "residence_country_id"].includes(name));
  return {
    id: row.public_id,
    kind: KINDS[row.kind],
    sharedAt: row.shared_at.toISOString(),
    holderName: texts.holder_name ?? "",
    isPersonal: row.is_personal,
    countryIso: row.country_iso,
    currencyCode: row.currency,
    name: texts.bank_name ?? (row.method_id === null ? null : (findPaymentMethodById(row.method_id)?.name ?? null)),
    fields: shown.flatMap((name) => {
      const value = texts[name];
      return value === undefined ? [] : [{ name, value }];
    }),
  };
}

async function viewPayer(tx: ReadTx, { user_id: userId, ...row }: PayerRow, hash: string): Promise<Payer> {
  const holderName = openHolder(row.holder_sealed, hash);
  return {
    holderName,
    declaredAt: row.declared_at.toISOString(),
    isOwnName: await isNameOf(tx, userId, holderName),
  };
}

/** Of the person, or of the company that they act for. */
export async function isNameOf(tx: ReadTx, userId: bigint, holderName: string): Promise<boolean> {
  return (await namesOf(tx, userId)).some((name) => isSameName(name, holderName));
}

/** How it compares with the most alike of them. */
export async function likenessToNameOf(tx: ReadTx, userId: bigint, payerName: string): Promise<NameLikeness> {
  const found = (await namesOf(tx, userId)).map((name) => nameLikeness(name, payerName));
  return (["same", "close"] as const).find((one) => found.includes(one)) ?? "other";
}

async function namesOf(tx: ReadTx, userId: bigint): Promise<string[]> {
  const user = await findUserById(tx, userId);
  const person = user && openPersonal(user);
  const names = user && person ? [`${person.firstName} ${person.lastName}`, companyNameOf(user)] : [];
  return names.flatMap((name) => (name === null ? [] : [name]));
}
