/** The longest texts that standards have, for schemas and forms. */

/** RFC 5321, with the @ and without angle brackets. */
export const EMAIL_MAX = 254;
/** Each of a person's names. */
export const NAME_MAX = 100;
/** The whole name of a holder of an account (ISO 20022). */
export const HOLDER_NAME_MAX = 140;

/** Of the code of a user who invites others. */
export const CODE_MAX = 40;

/** Of a trading name of a company. */
export const TRADING_NAME_LENGTHS = { least: 2, most: 60 } as const;
