/**
 * A bank transfer without a conversation: the seller's account is in the trade from the start, the buyer pays to it and submits
 * a proof before they mark it as paid. The conversation opens with a dispute. Either side may go on in the default flow until
 * the buyer has paid, as in the short flow.
 */
import type { Flow } from "./flow.ts";
import { liteFlow } from "./lite.ts";

export const btAutoFlow: Flow = { ...liteFlow, talksInDisputesOnly: true, alwaysRequires: ["payment_proof"] };
