/** What is given to accounts by hand: a level, a role. */

/** Stands in place of a password hash where nobody can sign in. */
export const NO_PASSWORD = "none";
