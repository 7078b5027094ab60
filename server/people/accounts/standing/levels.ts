/** Levels of verification. An account's own is `users.level`: what staff granted, else what it has confirmed. */

/** The email is confirmed. */
export const EMAIL_LEVEL = 1;
/** The identity is verified. */
export const ID_LEVEL = 2;
/** The identity and the address are verified. */
export const ADDRESS_LEVEL = 2.5;
/** Nothing is limited from here on. */
export const UNLIMITED_LEVEL = 4;
