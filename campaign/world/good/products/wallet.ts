/** Right arguments for functions of the history of a wallet. */
import type { Good } from "../../ground.ts";

export const walletLineCalls = (): Record<string, Good[]> => ({ fold_wallet_lines: [async () => [100]] });
