/** How staff look through cases; apart from the calls, so that a screen needs no schemas. */

/** The moderator of a case, as seen by the reader. A case is unassigned if its moderator lost the role. */
export const CASE_TAKERS = ["nobody", "mine", "others"] as const;
export type CaseTaker = (typeof CASE_TAKERS)[number];

/** Appeals and chargebacks: those that wait for a decision, decided ones with an open payment, and all decided ones. */
export const CASE_QUEUES = ["waiting", "owed", "decided"] as const;
export type CaseQueue = (typeof CASE_QUEUES)[number];

export const DISPUTE_STATES = ["open", "decided"] as const;

/** Of a side, in other trades. */
type SideHistory = { readonly disputes: number; readonly lost: number };
export type CaseHistory = { readonly buyer: SideHistory; readonly seller: SideHistory };
