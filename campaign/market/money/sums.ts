/** How much comes and leaves in a random market. */
import type { Draw } from "../types.ts";

/** Some dollars' worth while a bitcoin is between 60,000 and 85,000. */
export const UNITS_OF_DOLLAR = 1_300n;
/** Well below a hundred dollars, or well above: prices move while something waits. */
export const drawDollars = ({ below }: Draw): number => (below(3) === 0 ? 150 + below(400) : 8 + below(52));
