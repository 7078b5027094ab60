/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  faucet_wishes: [],
  demo_robots: [],
  demo_robot_keys: [],
  demo_takes: [],
  demo_authenticators: [],
} as const;
