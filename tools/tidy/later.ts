/**
 * What the given API has and the code accepts without an effect yet: each with the issue that gives it one. The
 * check fails for whatever is not here, for what has an effect by now, and once the issue is resolved.
 */

/** Issues whose work is done. Who resolves one adds it here, and finds below what was left to it. */
export const RESOLVED: ReadonlySet<number> = new Set([2, 6, 7, 8, 9]);

export type Later = { readonly name: string; readonly issue: number };

/** Parameters of calls, by endpoint and name. */
export const LATER_PARAMETERS: readonly Later[] = [];

/** Rules of an offer that nothing breaks yet. */
export const LATER_RULES: readonly Later[] = [];

/** Areas and calls of contract/calls.tsv that have no endpoint yet. */
export const LATER_AREAS: readonly Later[] = [];
export const LATER_CALLS: readonly Later[] = [];
