/** The types of the random market's model: users, trades and steps. */
import type { makeIds } from "../../server/platform/ids.ts";

/** The parameters of a schedule. */
export type Draw = ReturnType<typeof makeIds>;

export type Role = "buyer" | "seller";
export const ROLES: readonly Role[] = ["buyer", "seller"];

/** In whole dollars. */
export type OfferLimits = {
  readonly least: number;
  readonly most: number;
  /** These and no others. */
  readonly amounts?: readonly number[];
  /** Of a user without a completed trade. */
  readonly newcomers?: number;
  /** So many of them at least. */
  readonly pastTrades?: number;
  /** Of all its trades together, but for those that ended without the coins going over. */
  readonly cap?: number;
};

export type ModelOffer = {
  readonly owner: number;
  readonly ownerIs: Role;
  readonly method: string;
  readonly limits: OfferLimits;
  /** Of the cap. */
  usedCents: number;
  /** Staff feature it with so much: hundredths of a percent, and cents of a trade at most. */
  readonly cashback?: { readonly bp: bigint; readonly maxCents: bigint };
  /** Off the market, because its owner has too little of a bond. */
  isHeld?: boolean;
  /** In no list. */
  readonly isSilent?: boolean;
  readonly special?: ModelSpecial;
  /** Its owner took it away. */
  isGone?: boolean;
};

/** For one person alone, at a price that stays until then. */
export type ModelSpecial = { readonly partner: number; readonly until: number; readonly price: string };

export type Flow = "default" | "lite" | "gcc-auto" | "bt-auto";

/** About a trade whose coins are gone: an appeal, or a payment that was taken back. */
export type ModelCase = {
  readonly takenBy: number | undefined;
  readonly outcome: "upheld" | "overturned" | "dismissed" | "confirmed" | undefined;
  /** The seller has their money after all. */
  readonly isGood: boolean;
};

export type ModelTrade = {
  status: string;
  flow: Flow;
  /** The status of each card in the vault. */
  cards: readonly ("in_use" | "revealed" | "used")[];
  /** When the seller saw the code of this round. */
  seenAt: number | undefined;
  readonly offer: number;
  readonly buyer: number;
  readonly seller: number;
  readonly dollars: number;
  readonly ownerIs: Role;
  readonly units: bigint;
  readonly fee: bigint;
  /** Of the fee, for the taker of the offer. */
  readonly cashback: bigint;
  readonly windowMin: number;
  readonly disputeWaitMin: number;
  startedAt: number;
  expiresAt: number | undefined;
  revealed: boolean;
  ownerCame: boolean;
  paidAt: number | undefined;
  everPaid: boolean;
  /** The buyer has a proof for giving it up, from before this step. */
  cancelProved: boolean;
  /** The same of a release by its seller. */
  releaseProved: boolean;
  endedAt: number | undefined;
  extended: number;
  reopenAsked: boolean;
  reopened: boolean;
  /** Above a thousand dollars two moderators have to say the same. */
  readonly needsTwo: boolean;
  /** Of the dispute that is open, or was until the news of its end arrive. */
  hasCase: boolean;
  takenBy: number | undefined;
  proposed: { readonly by: number; readonly winner: Role; readonly share: bigint | undefined } | undefined;
  /** The buyer's share of a divided escrow. */
  share: bigint | undefined;
  /** The buyer has to hand something in before they say that they have paid. */
  readonly asksProof: boolean;
  /** The buyer's two files: missing, submitted, or with the seller's decision. */
  files: readonly ("uploaded" | "approved" | "rejected" | undefined)[];
  awardedAt: number | undefined;
  /** Of the staff those who had its disputes. */
  judges: readonly number[];
  appeal: ModelCase | undefined;
  report: ModelCase | undefined;
  /** 0 for a side that has not rated the other. */
  rated: Readonly<Record<Role, 0 | 1 | -1>>;
  replied: Readonly<Record<Role, boolean>>;
};

/** Beside the bitcoin that is free: what others say of them, in units what conversions brought and what waits to leave. */
export type ModelPerson = {
  readonly level: number;
  /** Proves by a password and has no factor: so much may leave in a day and no more. */
  readonly isPlain: boolean;
  tether: bigint;
  held: bigint;
  /** A new factor keeps in what they have until then. */
  heldUntil: number;
  positive: number;
  negative: number;
};

/** A coin that a stranger sent to a user's address. */
export type ModelDeposit = {
  readonly owner: number;
  readonly units: bigint;
  readonly dollars: number;
  /** The height of its block, once it is in one. */
  block: number | undefined;
  /** A reorganisation took it away for good. */
  isGone: boolean;
  /** Its status when the market last read the chain. */
  seen: "nothing" | "incoming" | "credited" | "gone";
  seenBlock: number | undefined;
  /** The amount that its owner had already spent when it was reversed. */
  owed: bigint;
};

/** A quote of a send-out, and its status. */
export type ModelSending = {
  /** Its id in the market. */
  readonly quote: string;
  readonly owner: number;
  readonly units: bigint;
  readonly fee: bigint;
  readonly cents: bigint;
  readonly address: string;
  readonly isProved: boolean;
  readonly quotedAt: number;
  readonly expiresAt: number;
  /** Its coins are chosen, and nothing is signed. */
  isPlanned: boolean;
  status: "quoted" | "pending" | "broadcast" | "confirming" | "completed" | "cancelled";
  /** Not before it is signed. */
  dueAt: number;
  /** It was to wait because its address was new. */
  hasWait: boolean;
  completedAt: number | undefined;
  /** The network fee, from the chain itself. */
  network: bigint;
  block: number | undefined;
  seenBlock: number | undefined;
};

/** The escrow has the coins. */
export const HELD: readonly string[] = [
  "active_funded",
  "gcc_info_shared",
  "gcc_info_accepted",
  "gcc_code_shared",
  "paid",
  "dispute_open",
  "dispute_awarded",
];
/** A moderator has it, or a first one has decided. */
export const DISPUTED: readonly string[] = ["dispute_open", "dispute_awarded"];

export const HALTS = [
  "new_trades",
  "releases",
  "ledger",
  "coin_BTC",
  "conversions",
  "money_out",
  "bitcoin_out",
] as const;
export type Halt = (typeof HALTS)[number];

/** Processes that may be away for a while. */
export type Away = "signer" | "node";

export type Model = {
  nowMin: number;
  readonly away: Set<Away>;
  readonly halts: Set<Halt>;
  readonly people: readonly ModelPerson[];
  readonly available: Map<number, bigint>;
  fees: bigint;
  /** The operator's loss from reversed deposits, below zero. */
  loss: bigint;
  readonly offers: ModelOffer[];
  readonly trades: ModelTrade[];
  readonly deposits: ModelDeposit[];
  readonly sendings: ModelSending[];
  /** Of the newest block, and of the one up to which the market has looked. */
  height: number;
  scanned: number;
  /** The network's price when it did. */
  feePerKvb: bigint;
};

/** Of a trade that a gift card pays. */
export type CardVerb = "share card" | "accept card" | "share code" | "reveal code" | "fallback";

/** Of a file that the buyer submits. */
export type FileCommand =
  | {
      readonly kind: "submit file" | "take file back";
      readonly trade: number;
      readonly by: Role;
      readonly file: number;
    }
  | {
      readonly kind: "judge file";
      readonly trade: number;
      readonly by: Role;
      readonly file: number;
      readonly verdict: "approved" | "rejected";
    };

/** Of appeals and chargebacks; units are what the operator makes good. */
export type CaseCommand =
  | { readonly kind: "appeal" | "report" | "repay"; readonly trade: number; readonly by: Role }
  | { readonly kind: "take appeal" | "take report"; readonly trade: number; readonly moderator: number }
  | {
      readonly kind: "decide appeal";
      readonly trade: number;
      readonly moderator: number;
      readonly outcome: "upheld" | "overturned";
      readonly units: bigint | undefined;
    }
  | {
      readonly kind: "decide report";
      readonly trade: number;
      readonly moderator: number;
      readonly outcome: "dismissed" | "confirmed";
      readonly units: bigint | undefined;
    };

export type AnyCommand = Command | FileCommand | CaseCommand;
export type Command =
  | {
      readonly kind: "fund" | "reveal" | "paid" | "cancel" | "release" | "extend" | "dispute" | "reopen" | CardVerb;
      readonly trade: number;
      readonly by: Role;
    }
  | {
      readonly kind: "award";
      readonly trade: number;
      readonly winner: Role;
      readonly moderator: number;
      /** The buyer's, where the escrow is divided. */
      readonly share: bigint | undefined;
    }
  | { readonly kind: "feedback"; readonly trade: number; readonly by: Role; readonly rating: 1 | -1 }
  | { readonly kind: "reply"; readonly trade: number; readonly by: Role }
  | { readonly kind: "halt"; readonly name: Halt }
  | { readonly kind: "lift" }
  /** Units with the fee. */
  | {
      readonly kind: "start";
      readonly offer: number;
      readonly starter: number;
      readonly buyer: number;
      readonly seller: number;
      readonly dollars: number;
      readonly units: bigint;
      /** The amount that the offer's minimum would lock. */
      readonly leastUnits: bigint;
    }
  /** Of all trades: what runs out by itself, and where the coins are that some wait for. */
  | { readonly kind: "expire" }
  | { readonly kind: "funds" }
  | { readonly kind: "wait"; readonly minutes: number }
  /** Nothing of the market runs for so long. */
  | { readonly kind: "outage"; readonly minutes: number }
  | WalletCommand;

/** Of what people and strangers do with coins, of blocks, and of the two jobs that follow the chain and pay. */
export type WalletCommand =
  | { readonly kind: "send" | "take back"; readonly sending: number; readonly by: number }
  | { readonly kind: "deposit"; readonly owner: number; readonly units: bigint; readonly dollars: number }
  | { readonly kind: "mine"; readonly blocks: number }
  /** So many of the newest blocks give way to one more, of which the first has what waits or none has. These deposits are lost. */
  | {
      readonly kind: "reorganise";
      readonly depth: number;
      readonly lost: readonly number[];
      readonly isEmpty: boolean;
    }
  | { readonly kind: "scan"; readonly feePerKvb: bigint }
  | { readonly kind: "away"; readonly who: Away }
  | { readonly kind: "back" | "pay" };
