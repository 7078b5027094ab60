/** The declaration of this module; server/modules.ts lists all modules. */
import { anyOf } from "../../platform/postgres/db.ts";
import { cardMessagesWait } from "./rows.ts";
import { hasMessages } from "../providers/index.ts";
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { endApprovals } from "./approvals/approvals.ts";
import { openIssuerDesk } from "./issuer.ts";
import { endHolds } from "./messages.ts";
import { returnMoney } from "./program.ts";
import { sealAnew } from "./sealing/seal-anew.ts";
import { importStatements } from "./statements.ts";
import { openHolderLine } from "./stripe-issuing/holder.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "products/cards",
  routes,
  jobs: [
    {
      name: "book-card-messages",
      everyMs: 500,
      due: anyOf([cardMessagesWait, hasMessages]),
      run: async (app) => openIssuerDesk(app)?.bookMessages(),
    },
    { name: "send-cards-to-issuer", everyMs: 500, run: async (app) => openIssuerDesk(app)?.sendCards?.() },
    { name: "send-card-disputes", everyMs: 2000, run: async (app) => openIssuerDesk(app)?.sendDisputes?.() },
    { name: "end-card-approvals", everyMs: 2000, run: endApprovals },
    { name: "end-card-holds", everyMs: 60_000, run: endHolds },
    { name: "import-card-statements", everyMs: 600_000, run: importStatements },
    { name: "return-card-money", everyMs: 10_000, run: returnMoney },
  ],
  ownData: [
    { file: "cards", lines: "cards" },
    { file: "cards", lines: "card_holders", open: openHolderLine },
    { file: "cards", lines: "card_approvals" },
    { file: "cards", lines: "card_payments" },
    { file: "cards", lines: "card_entries" },
    { file: "cards", lines: "card_disputes" },
    { file: "cards", lines: "card_moves" },
  ],
  retention: [{ kind: "card_messages" }, { kind: "card_approvals" }],
  limitUses: [{ kind: "card_top_up", by: "limit_uses_of_card_top_ups" }],
  fees: { kinds: ["card_top_up"], by: "fees_of_card_top_ups" },
  closing: { obstacles: "cards_closing_obstacles", erases: "erase_user_from_cards" },
  data: DATA,
  sealAnew,
};
