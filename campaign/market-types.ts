/** What the model of a random market knows: its people and trades, and what can happen to them. */

export type Role = "buyer" | "seller";

export type ModelTrade = {
  status: string;
  readonly buyer: number;
  readonly seller: number;
  readonly dollars: number;
  readonly ownerIs: Role;
  readonly units: bigint;
  readonly fee: bigint;
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
  endedAt: number | undefined;
  extended: number;
  reopenAsked: boolean;
  reopened: boolean;
  /** Above a thousand dollars two moderators have to say the same. */
  readonly needsTwo: boolean;
  /** Of the dispute that is open, or was until the news of its end arrive. */
  hasCase: boolean;
  takenBy: number | undefined;
  proposed: { readonly by: number; readonly winner: Role } | undefined;
  /** 0 for a side that has not rated the other. */
  rated: Readonly<Record<Role, 0 | 1 | -1>>;
  replied: Readonly<Record<Role, boolean>>;
};

/** Beside the bitcoin: what conversions brought, in units, and what others say of them. */
export type ModelPerson = { readonly level: number; tether: bigint; positive: number; negative: number };

export const HALTS = ["new_trades", "releases", "ledger", "coin_BTC", "conversions"] as const;
export type Halt = (typeof HALTS)[number];

export type Model = {
  nowMin: number;
  readonly halts: Set<Halt>;
  readonly people: readonly ModelPerson[];
  readonly available: Map<number, bigint>;
  fees: bigint;
  readonly trades: ModelTrade[];
};

export type Command =
  | {
      readonly kind: "fund" | "reveal" | "paid" | "cancel" | "release" | "extend" | "dispute" | "reopen";
      readonly trade: number;
      readonly by: Role;
    }
  | { readonly kind: "award"; readonly trade: number; readonly winner: Role; readonly moderator: number }
  | { readonly kind: "feedback"; readonly trade: number; readonly by: Role; readonly rating: 1 | -1 }
  | { readonly kind: "reply"; readonly trade: number; readonly by: Role }
  | { readonly kind: "halt"; readonly name: Halt }
  | { readonly kind: "lift" }
  /** Units with the fee. */
  | {
      readonly kind: "start";
      readonly starter: number;
      readonly seller: number;
      readonly dollars: number;
      readonly units: bigint;
      /** What the least that the offer takes would lock. */
      readonly leastUnits: bigint;
    }
  | { readonly kind: "expire" }
  | { readonly kind: "wait"; readonly minutes: number };
