import { type DataOf, untouched } from "../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  faucet_wishes: [],
  demo_robots: [],
  demo_robot_keys: [],
  demo_takes: [],
  demo_authenticators: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  faucet_wishes: untouched("people and coins of a demo market"),
  demo_robots: untouched("people and coins of a demo market"),
  demo_robot_keys: untouched("people and coins of a demo market"),
  demo_takes: untouched("people and coins of a demo market"),
  demo_authenticators: untouched("people and coins of a demo market"),
};
