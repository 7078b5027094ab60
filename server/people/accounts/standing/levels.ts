/** Levels of verification. An account's own is `users.level`: what staff granted, else what it has confirmed. */

/** The email is confirmed, and the name and birth date are given. */
export const EMAIL_LEVEL = 1;
/** The identity is verified. */
export const ID_LEVEL = 2;
/** The identity and the address are verified. */
export const ADDRESS_LEVEL = 2.5;
/** Nothing is limited from here on. */
export const UNLIMITED_LEVEL = 4;

/** The level to show offers and limits by: an account that lacks its email or its name is one step below level 1. */
export const levelToCome = ({
  level,
  lacks,
}: {
  readonly level: number;
  readonly lacks: "email" | "name" | null;
}): number => (lacks === null ? level : Math.max(level, EMAIL_LEVEL));
