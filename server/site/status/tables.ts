import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  status_parts: [],
  status_spans: [],
  status_incidents: [],
  status_incident_halts: [],
  status_updates: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  status_parts: untouched("how the market works"),
  status_spans: untouched("how the market worked"),
  status_incidents: untouched("what was stopped"),
  status_incident_halts: untouched("what was stopped"),
  status_updates: untouched("shown to everybody; an act of staff"),
};
