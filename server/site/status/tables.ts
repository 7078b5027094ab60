import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  status_parts: [],
  status_spans: [],
  status_incidents: [],
  status_incident_halts: [],
  status_updates: [],
  status_subscribers: [],
  status_mailed: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  status_parts: untouched("how the market works"),
  status_spans: untouched("how the market worked"),
  status_incidents: untouched("what was stopped"),
  status_incident_halts: untouched("what was stopped"),
  status_updates: untouched("shown to everybody; an act of staff"),
  status_subscribers: {
    ownData: { none: "addresses without an account" },
    retention: {
      by: "status_subscribers",
      after: "2 days where it was not confirmed; else kept until it is unsubscribed",
    },
    closing: { kept: "an address without an account, which the link in each email erases" },
  },
  status_mailed: untouched("what of an incident was sent, without addresses"),
};
