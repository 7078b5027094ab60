/** The operator's ledger for administrators, and a user's for staff who give a reason. */
import { Refusal } from "#contract/platform/refusals.ts";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { CRYPTO, CRYPTO_CODES, type CryptoCode, displayFromUnits, isCryptoCode } from "#contract/money/money.ts";
import { journalOf } from "#contract/staff/staff-changes.ts";
import {
  JOURNAL_KINDS,
  LEDGER_PLACES,
  type LedgerJournal,
  type lookUpLedger,
  type StaffLedger,
} from "#contract/staff/staff-ledger.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { readSlice } from "../../../platform/cursors.ts";
import { accountOf } from "../../../money/ledger/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { lastCheck } from "../checks/check-rows.ts";
import {
  type AccountRow,
  accountRows,
  allJournals,
  type JournalRow,
  journalsOfPerson,
  manualJournals,
  movedByHandUsd,
} from "./ledger-rows.ts";
import { findLookedUp, noteLook } from "../../desk/index.ts";

const MOST_OF_A_PERSON = 50;
const HOUSES = ["inventory", "network", "fees", "rewards", "dust", "loss", "fees_store"] as const;

type Query = { readonly show?: "all" | "manual" | undefined; readonly before?: string | undefined };

export async function viewLedger(tx: ReadTx, { show, before }: Query): Promise<StaffLedger> {
  const journalRows = show === "manual" ? manualJournals : allJournals;
  const [accounts, check, moved, settings, found] = await Promise.all([
    accountRows(tx, CRYPTO_CODES.flatMap(namesOfOperator)),
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

const namesOfOperator = (code: CryptoCode) => [
  accountOf.chain(code),
  ...HOUSES.map((purpose) => accountOf.house(code, purpose)),
];

function viewCoin(code: CryptoCode, accounts: readonly AccountRow[]): StaffLedger["coins"][number] {
  const shown = (units: bigint) => displayFromUnits(units, CRYPTO[code].digits);
  const unitsOf = (name: string) => accounts.find((account) => account.name === name)?.balance_units ?? 0n;
  const chain = unitsOf(accountOf.chain(code));
  const [inventory = 0n, network = 0n, fees = 0n, rewards = 0n, dust = 0n, loss = 0n, store = 0n] = HOUSES.map(
    (purpose) => unitsOf(accountOf.house(code, purpose)),
  );
  // Everything comes to nothing (I1), so what is not the operator's and not outside is owed to people.
  const people = -(chain + inventory + network + fees + store + rewards + dust + loss);
  return {
    cryptoCurrencyCode: code,
    ...{ chain: shown(chain), inventory: shown(inventory), network: shown(network), fees: shown(fees + store) },
    ...{ rewards: shown(rewards), dust: shown(dust), loss: shown(loss), people: shown(people) },
  };
}

/** Or the refusal account.not_found. Refuses auth.forbidden, staff.look_ups. */
export async function lookUpLedgerOf(
  tx: Tx,
  { staffId, username, reason }: { staffId: bigint; username: string; reason: string },
): Promise<ReplyOf<typeof lookUpLedger> | Refusal> {
  const userId = await findLookedUp(tx, { staffId, by: "username", who: username, reason });
  if (userId instanceof Refusal) return userId;
  const namesOf = (code: CryptoCode) => ({
    available: accountOf.available(userId, code),
    held: accountOf.held(userId, code),
    bond: accountOf.bond(userId, code),
  });
  const [accounts, journals] = await Promise.all([
    accountRows(
      tx,
      CRYPTO_CODES.flatMap((code) => Object.values(namesOf(code))),
    ),
    journalsOfPerson(tx, { userId, limit: MOST_OF_A_PERSON }),
  ]);
  await noteLook(tx, { staffId, userId, reason });
  const shown = (code: CryptoCode, name: string) =>
    displayFromUnits(accounts.find((account) => account.name === name)?.balance_units ?? 0n, CRYPTO[code].digits);
  return {
    username,
    balances: CRYPTO_CODES.map((code) => {
      const { available, held, bond } = namesOf(code);
      const [free, reserved, kept] = [shown(code, available), shown(code, held), shown(code, bond)];
      return { cryptoCurrencyCode: code, available: free, held: reserved, bond: kept };
    }),
    journals: journals.map(viewJournal),
  };
}

function viewJournal(row: JournalRow): LedgerJournal {
  return {
    id: String(row.id),
    kind: JOURNAL_KINDS.find((kind) => kind === row.kind) ?? "other",
    at: row.at.toISOString(),
    lines: row.lines.map(({ from, to, units, currency }) => ({
      from: placeOf(from),
      to: placeOf(to),
      amount: displayFromUnits(
        BigInt(units),
        isCryptoCode(currency) ? CRYPTO[currency].digits : fiatDigitsOf(currency),
      ),
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
function placeOf(name: string): LedgerJournal["lines"][number]["from"] {
  const purpose = name.slice(name.lastIndexOf(":") + 1);
  const place = LEDGER_PLACES.find((one) => one === purpose);
  if (!place) throw new Error(`nobody knows the account ${name}`);
  return place;
}
