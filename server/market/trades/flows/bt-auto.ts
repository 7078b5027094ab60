/**
 * A bank transfer without a word between both sides: the seller's account is in the trade from the start, the buyer pays to it and
 * hands in a proof before they say so. Nobody negotiates: the conversation opens with a dispute. Either side may go on in the default
 * flow until the buyer has paid, as in the short flow.
 */
import type { Flow } from "./flow.ts";
import { liteFlow } from "./lite.ts";

export const btAutoFlow: Flow = { ...liteFlow, talksInDisputesOnly: true, alwaysRequires: ["payment_proof"] };
