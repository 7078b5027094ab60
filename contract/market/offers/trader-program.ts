/** Badges by rule: requirements, progress of the user, and benefits. */
import type { UserSummary } from "../../people/accounts.ts";

export type ProgramTier = {
  readonly badge: "vendor" | "power_trader" | "expert_trader";
  /** Everything that it needs is there. */
  readonly isReached: boolean;
  readonly requirements: readonly ProgramRequirement[];
  /** Active offers at the same time; null for the usual number. */
  readonly activeOffers: number | null;
  /** Listed before other offers that are as good. */
  readonly isListedFirst: boolean;
};

export type ProgramRequirement = {
  readonly what:
    | "account_days"
    | "id"
    | "address"
    | "trades"
    | "sales"
    | "partners"
    | "counted_partners"
    | "unrestricted";
  readonly isMet: boolean;
  /** The current value of the requirement; null if there is nothing to count, or it is not shown. */
  readonly progress: { readonly has: number; readonly needs: number } | null;
};

/** A badge that came or went; `has` and `needs` are of what was counted, where something was. */
export type BadgeChange = {
  readonly at: string;
  readonly before: UserSummary["badge"];
  readonly badge: UserSummary["badge"];
  readonly why: "staff" | "restricted" | "id" | "address" | "account_days" | "trades" | "sales" | "partners";
  readonly has: number | null;
  readonly needs: number | null;
};

export type TraderProgram = {
  readonly badge: UserSummary["badge"];
  /** Trades and sales count for so many days. */
  readonly days: number;
  /** So many partners from different places are needed; how many there are is not said. */
  readonly partners: number;
  readonly tiers: readonly ProgramTier[];
  /** The latest five, the newest first. */
  readonly changes: readonly BadgeChange[];
};
