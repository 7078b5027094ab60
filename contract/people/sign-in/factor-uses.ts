/** The actions that require a second factor, and the factor: the strongest one. The password replaces it for actions that are off. */
import * as z from "zod/mini";

/** In the numbers of the given API: 0 never on, 1 on, 2 turned off, 3 waiting for its first code. */
export const factorState = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);

const use = z.strictObject({
  type: z.enum(["ga", "passkey", "sms", "push", "telegram", "email", "none"]),
  state: factorState,
});

export const factorUses = z.strictObject({ login: use, release: use, sendout: use });
export type FactorUses = z.infer<typeof factorUses>;
