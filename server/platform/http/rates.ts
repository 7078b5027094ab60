/** How many calls a minute one caller may make, by class. Bounds against abuse, far above what a person does. */
import type { RateClass } from "./policy.ts";

export const CALLS_PER_MINUTE: Readonly<Record<RateClass, number>> = {
  read: 600,
  write: 120,
  money: 60,
  auth: 20,
  code: 6,
  upload: 30,
};
