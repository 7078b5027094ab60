/**
 * The model's wallet: bitcoin that comes by deposits and leaves by send-outs. A deposit counts when it is two blocks deep,
 * below a hundred dollars one; a send-out holds its sum and fee from when it is asked for until it is two blocks deep, and
 * may be taken back while nothing of it is signed.
 */
import { haltOf } from "../halts.ts";
import type { Model, ModelDeposit, ModelSending, WalletCommand } from "../types.ts";

const DEEP = 2;
const SMALL_DOLLARS = 100;
/** A sum above this to an address that is not known waits for a day; what left without a wait to such addresses is added. */
const NEW_ADDRESS_CENTS = 10_000n;
const NEW_ADDRESS_MIN = 24 * 60;
const LEFT = ["broadcast", "confirming", "completed"];

/** As `apply` of the whole model. */
export function applyToWallet(model: Model, command: WalletCommand): string {
  switch (command.kind) {
    case "deposit":
      model.deposits.push({ ...NEW_DEPOSIT, ...command });
      return "";
    case "reorganise":
      return reorganise(model, command);
    case "mine":
      return mine(model, command);
    case "scan":
      return scan(model, command);
    case "pay":
      return pay(model);
    case "away":
      model.away.add(command.who);
      return "";
    case "back":
      // With the node its blocks are there again, and are looked at.
      if (model.away.delete("node")) scan(model, model);
      model.away.clear();
      return "";
    case "send":
      return send(model, command);
    default:
      return takeBack(model, command);
  }
}

const NEW_DEPOSIT = { block: undefined, isGone: false, seen: "nothing", seenBlock: undefined, owed: 0n } as const;

type Sent = { readonly sending: number; readonly by: number };

function send(model: Model, { sending, by }: Sent): string {
  const wanted = model.sendings[sending];
  if (wanted?.owner !== by) return "wallet.quote_unknown";
  if (wanted.status !== "quoted") return "wallet.quote_taken";
  if (model.nowMin >= wanted.expiresAt) return "wallet.quote_expired";
  if (owes(model, by)) return "wallet.on_hold";
  if (model.away.has("node")) return "wallet.rail_unavailable";
  const halted = haltOf(model, "send");
  if (halted) return halted;
  if (model.nowMin < (model.people[by]?.heldUntil ?? 0)) return "wallet.security_hold";
  if (!wanted.isProved) return "auth.password_proof";
  const total = wanted.units + wanted.fee;
  const has = model.available.get(by) ?? 0n;
  if (has < total) return "ledger.insufficient_balance";
  model.available.set(by, has - total);
  hold(model, wanted, total);
  const waits = !isKnown(model, wanted) && wanted.cents + quickCents(model, wanted) > NEW_ADDRESS_CENTS;
  Object.assign(wanted, { status: "pending", hasWait: waits, dueAt: model.nowMin + (waits ? NEW_ADDRESS_MIN : 0) });
  return "";
}

/** A day after something sent to it was finished, or once something that waited has left for it. */
const isKnown = ({ sendings, nowMin }: Model, { owner, address }: ModelSending): boolean =>
  sendings.some(
    (one) =>
      one.owner === owner &&
      one.address === address &&
      LEFT.includes(one.status) &&
      (one.hasWait || (one.completedAt ?? nowMin) <= nowMin - NEW_ADDRESS_MIN),
  );

function quickCents(model: Model, { owner }: ModelSending): bigint {
  const quick = model.sendings.filter(
    (one) => one.owner === owner && (one.status === "pending" || LEFT.includes(one.status)) && !one.hasWait,
  );
  return quick.reduce((sum, one) => (isKnown(model, one) ? sum : sum + one.cents), 0n);
}

function hold({ people }: Model, { owner }: ModelSending, units: bigint): void {
  const person = people[owner];
  if (!person) throw new Error("a send-out of nobody");
  person.held += units;
}

/** Another's is not there, and neither is one that was only quoted. */
function takeBack(model: Model, { sending, by }: Sent): string {
  const wanted = model.sendings[sending];
  if (wanted?.owner !== by || wanted.status === "quoted") return "wallet.send_out_unknown";
  if (wanted.status !== "pending") return "wallet.send_out_under_way";
  const total = wanted.units + wanted.fee;
  hold(model, wanted, -total);
  model.available.set(by, (model.available.get(by) ?? 0n) + total);
  wanted.status = "cancelled";
  return "";
}

/** Due send-outs are planned, signed and broadcast, unless a halt stops them. Without a signer they stay plans. */
function pay(model: Model): string {
  if (haltOf(model, "pay") || model.away.has("node")) return "";
  for (const sending of model.sendings) {
    if (sending.status !== "pending" || sending.dueAt > model.nowMin) continue;
    // Earlier requests wait as well; a plan continues.
    if (!sending.isPlanned && owes(model, sending.owner)) continue;
    sending.isPlanned = true;
    if (!model.away.has("signer")) sending.status = "broadcast";
  }
  return "";
}

const DAY_MIN = 24 * 60;
const PROOF_MIN = 15;
/** A day's, on a password alone. */
const PLAIN_CENTS = 50_000n;

/** The refusal of a proof for this quote; "" if it is accepted. Amounts that were never sent, or returned, do not count. */
export function proofRefusal(
  { people, sendings, nowMin }: Model,
  { owner, cents }: Pick<ModelSending, "owner" | "cents">,
) {
  const { isPlain = false, heldUntil = 0 } = people[owner] ?? {};
  if (nowMin < heldUntil) return "wallet.security_hold";
  if (!isPlain) return "";
  const counted = sendings.filter(
    (one) =>
      one.owner === owner &&
      one.isProved &&
      one.quotedAt > nowMin - DAY_MIN &&
      (one.status === "quoted" ? nowMin < one.quotedAt + PROOF_MIN : one.status !== "cancelled"),
  );
  const sum = counted.reduce((total, one) => total + one.cents, 0n);
  return sum + cents > PLAIN_CENTS ? "auth.proof_limit" : "";
}

/** A user keeps their coins in until a deposit of theirs is back. */
export const owes = ({ deposits }: Model, who: number): boolean =>
  deposits.some(({ owner, owed }) => owner === who && owed > 0n);

type Reorganisation = Extract<WalletCommand, { readonly kind: "reorganise" }>;

function reorganise(model: Model, { depth, lost, isEmpty }: Reorganisation): string {
  const fork = model.height - depth;
  for (const one of [...model.deposits, ...model.sendings]) if ((one.block ?? 0) > fork) one.block = undefined;
  for (const index of lost) Object.assign(model.deposits[index] ?? {}, { isGone: true });
  model.height = fork;
  if (!isEmpty) return mine(model, { blocks: depth + 1 });
  model.height += depth + 1;
  return "";
}

/** Whatever waits is in the first of these blocks. */
function mine(model: Model, { blocks }: { readonly blocks: number }): string {
  const first = model.height + 1;
  for (const deposit of model.deposits) if (!deposit.isGone) deposit.block ??= first;
  for (const sending of model.sendings) if (LEFT.includes(sending.status)) sending.block ??= first;
  model.height += blocks;
  return "";
}

/** The market looks at the chain as it is now. */
function scan(model: Model, { feePerKvb }: { readonly feePerKvb: bigint }): string {
  Object.assign(model, { scanned: model.height, feePerKvb });
  for (const deposit of model.deposits) lookAtDeposit(model, deposit);
  for (const sending of model.sendings) lookAtSending(model, sending);
  return "";
}

const depthOf = ({ height }: Model, block: number | undefined): number =>
  block === undefined ? 0 : height - block + 1;

function lookAtDeposit(model: Model, deposit: ModelDeposit): void {
  const { dollars, block, isGone, seen } = deposit;
  deposit.seenBlock = block;
  if (block === undefined && seen === "credited") takeBackDeposit(model, deposit);
  if (isGone) {
    // A deposit that was never seen changes nothing.
    if (seen !== "nothing") deposit.seen = "gone";
    return;
  }
  if (deposit.seen === "nothing") deposit.seen = "incoming";
  const isDeep = depthOf(model, block) >= (dollars < SMALL_DOLLARS ? 1 : DEEP);
  if (isDeep && deposit.seen === "incoming") credit(model, deposit);
}

/** The operator's earlier loss is compensated. */
function credit(model: Model, deposit: ModelDeposit): void {
  const { owner, units, owed } = deposit;
  model.available.set(owner, (model.available.get(owner) ?? 0n) + units - owed);
  model.loss += owed;
  Object.assign(deposit, { seen: "credited", owed: 0n });
}

/** Nobody has less than nothing: what is spent is the operator's loss, and its owner owes it. */
function takeBackDeposit(model: Model, deposit: ModelDeposit): void {
  const { owner, units } = deposit;
  const has = model.available.get(owner) ?? 0n;
  const owed = units > has ? units - has : 0n;
  model.available.set(owner, has - (units - owed));
  model.loss -= owed;
  Object.assign(deposit, { seen: "incoming", owed });
}

/** A settled payment stays settled, in whichever block it is. */
function lookAtSending(model: Model, sending: ModelSending): void {
  const { status, block, units, fee, network } = sending;
  sending.seenBlock = block;
  if (status !== "broadcast" && status !== "confirming") return;
  const depth = depthOf(model, block);
  sending.status = depth >= DEEP ? "completed" : depth > 0 ? "confirming" : "broadcast";
  if (sending.status !== "completed") return;
  sending.completedAt ??= model.nowMin;
  hold(model, sending, -units - fee);
  model.fees += fee - network;
}

export const depositsOfModel = ({ deposits, loss }: Model): string[] => [
  `loss ${loss}`,
  ...deposits.map(({ seen, owed }) => `${seen} ${owed}`),
];

export const sendingsOfModel = ({ sendings }: Model): string[] =>
  sendings.map(({ status, dueAt }) => (status === "quoted" ? status : `${status} from ${dueAt}`));
