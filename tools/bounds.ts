/**
 * How much a whole run does on somebody's own machine of what draws anew in each run: a part of every campaign, so that it ends within a
 * quarter of an hour (decisions/0097). CI does all of it, and so does whoever asks for files by their names.
 */
export const BOUNDS: Readonly<Record<string, string>> = {
  SCHEDULES: "1",
  KILLS: "3",
  RACE_ROUNDS: "2",
  CASE_RACE_ROUNDS: "1",
  CALLS: "60",
  CHAINS: "1",
  CHANGES: "5",
  // Of so many endpoints one is sent what is wrong; of so many verbs one has something fail in it; of so many looks at a screen axe takes one.
  FUZZ_ONE_IN: "5",
  FAULTS_ONE_IN: "6",
  LOOKS_ONE_IN: "10",
  // So many others than 1280 wide, light and left to right.
  SCREENS: "1",
};

/** What was set by hand stays. */
export function boundsOf(env: NodeJS.ProcessEnv, { isWhole }: { isWhole: boolean }): Readonly<Record<string, string>> {
  if (!isWhole || env.PARLEY_CI) return {};
  return Object.fromEntries(Object.entries(BOUNDS).filter(([name]) => env[name] === undefined));
}
