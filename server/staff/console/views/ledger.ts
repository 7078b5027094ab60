/** The operator's ledger for administrators, and a user's for staff who give a reason. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { CRYPTO, CRYPTO_CODES, type CryptoCode, displayFromUnits, isCryptoCode } from "#contract/money/money.ts";
import { journalOf } from "#contract/staff/changes.ts";
import {
  JOURNAL_KINDS,
  LEDGER_PLACES,
  type LedgerJournal,
  type lookUpLedger,
  type StaffLedger,
} from "#contract/staff/ledger.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { readSlice } from "../../../platform/cursors.ts";
import { accountOf } from "../../../money/ledger/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { lastCheck } from "../checks/check-rows.ts";
import {
  type AccountRow,
  accountsOfPerson,
  allJournals,
  type JournalRow,
  journalsOfPerson,
  manualJournals,
  movedByHandUsd,
  operatorAccounts,
} from "./ledger-rows.ts";
import { findLookedUp, noteLook } from "../../desk/index.ts";

const MOST_OF_A_PERSON = 50;

type Query = { readonly show?: "all" | "manual" | undefined; readonly before?: string | undefined };

export async function viewLedger(tx: ReadTx, { show, before }: Query): Promise<StaffLedger> {
  const journalRows = show === "manual" ? manualJournals : allJournals;
  const [accounts, check, moved, settings, found] = await Promise.all([
    operatorAccounts(tx),
    lastCheck(tx),
    movedByHandUsd(tx),
    readSettings(tx, ["ledger.manual_day_usd"]),
    readSlice(
      (limit) => journalRows(tx, { before: before === undefined ? null : BigInt(before), limit }),
      ({ id }) => String(id),
    ),
  ]);
  const dayUsd = settings["ledger.manual_day_usd"];
  return {
    coins: CRYPTO_CODES.map((code) => viewCoin(code, accounts)),
    check: check ? { at: check.checked_at.toISOString(), broken: check.broken + check.in_full_broken } : null,
    dayUsd,
    leftUsd: Math.max(0, dayUsd - moved),
    journals: found.rows.map(viewJournal),
    next: found.next,
  };
}

function viewCoin(code: CryptoCode, accounts: readonly AccountRow[]): StaffLedger["coins"][number] {
  const shown = (units: bigint) => displayFromUnits(units, CRYPTO[code].digits);
  const ofCoin = accounts.filter(({ currency }) => currency === code);
  const sumOf = (isMeant: (name: string) => boolean) =>
    ofCoin.filter(({ name }) => isMeant(name)).reduce((sum, { balance_units }) => sum + balance_units, 0n);
  const unitsOf = (account: string) => sumOf((name) => name === account);
  const house = (purpose: "inventory" | "network" | "rewards" | "dust" | "loss") =>
    shown(unitsOf(accountOf.house(code, purpose)));
  // Everything comes to nothing (I1), so what is not the operator's and not outside is owed to people.
  const people = -sumOf(() => true);
  return {
    cryptoCurrencyCode: code,
    ...{ chain: shown(unitsOf(accountOf.chain(code))), inventory: house("inventory"), network: house("network") },
    // The fees of trades and those of each product.
    fees: shown(sumOf((name) => purposeOf(name).startsWith("fees"))),
    ...{ rewards: house("rewards"), dust: house("dust"), loss: house("loss"), people: shown(people) },
  };
}

/** Or the refusal account.not_found. Refuses auth.forbidden, staff.look_ups. */
export async function lookUpLedgerOf(
  tx: Tx,
  { staffId, username, reason }: { staffId: bigint; username: string; reason: string },
): Promise<ReplyOf<typeof lookUpLedger> | Refusal> {
  const userId = await findLookedUp(tx, { staffId, by: "username", who: username, reason });
  if (userId instanceof Refusal) return userId;
  const [accounts, journals] = await Promise.all([
    accountsOfPerson(tx, userId),
    journalsOfPerson(tx, { userId, limit: MOST_OF_A_PERSON }),
  ]);
  await noteLook(tx, { staffId, userId, reason });
  const available = CRYPTO_CODES.map((currency) => {
    const name = accountOf.available(userId, currency);
    return accounts.find((account) => account.name === name) ?? { name, currency, balance_units: 0n };
  });
  const others = accounts.filter(({ balance_units }) => balance_units !== 0n);
  return {
    username,
    accounts: [...new Set([...available, ...others])].map(({ name, currency, balance_units }) => ({
      place: placeOf(name),
      currencyCode: currency,
      amount: displayFromUnits(balance_units, digitsOf(currency)),
    })),
    journals: journals.map(viewJournal),
  };
}

const digitsOf = (currency: string) => (isCryptoCode(currency) ? CRYPTO[currency].digits : fiatDigitsOf(currency));

function viewJournal(row: JournalRow): LedgerJournal {
  return {
    id: String(row.id),
    kind: JOURNAL_KINDS.find((kind) => kind === row.kind) ?? "other",
    at: row.at.toISOString(),
    lines: row.lines.map(({ from, to, units, currency }) => ({
      from: placeOf(from),
      to: placeOf(to),
      amount: displayFromUnits(BigInt(units), digitsOf(currency)),
      currencyCode: currency,
    })),
    manual: manualOf(row),
  };
}

function manualOf({ username, detail, reason, proposed_by, confirmed_by }: JournalRow): LedgerJournal["manual"] {
  if (username === null || detail === null || reason === null || proposed_by === null || confirmed_by === null)
    return null;
  const { case_number: caseNumber } = journalOf(username, detail);
  return { username, caseNumber, reason, proposedBy: proposed_by, confirmedBy: confirmed_by };
}

/** The last word of an account's name says what it is for; no name of a person or a trade goes out. */
const purposeOf = (name: string) => name.slice(name.lastIndexOf(":") + 1);

const placeOf = (name: string) => LEDGER_PLACES.find((place) => place === purposeOf(name)) ?? "other";
