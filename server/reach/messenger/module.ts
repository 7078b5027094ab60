/** What this module brings to the market: see server/modules.ts. */
import { type Module, on } from "../../platform/app-ports.ts";
import { openMessageLine, openReportLine } from "./body.ts";
import { deliverChanged, deliverPosted, deliverRead, deliverRelation, postOfferCards } from "./deliver.ts";
import { routes } from "./http.ts";
import { sealMessagesAnew } from "./seal-anew.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "reach/messenger",
  routes,
  subscriptions: [
    on(["offer.made_for"], postOfferCards),
    on(["messenger.posted"], deliverPosted),
    on(["messenger.read"], deliverRead),
    on(["messenger.changed"], deliverChanged),
    on(["relation.changed"], deliverRelation),
  ],
  ownData: [
    { file: "messenger", lines: "messenger" },
    { file: "messenger", lines: "direct_messages", open: openMessageLine },
    { file: "messenger", lines: "direct_reports", open: openReportLine },
  ],
  retention: [{ kind: "direct_messages" }, { kind: "direct_reports" }],
  closing: { erases: "erase_user_from_messenger" },
  data: DATA,
  sealAnew: sealMessagesAnew,
};
