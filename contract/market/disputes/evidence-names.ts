/** Bounds of evidence in a dispute, and the states of an appeal; apart from the calls, so that a form needs no schemas. */
export const EVIDENCE_TEXT = { min: 3, max: 1000 } as const;
export const EVIDENCE_FILES_MAX = 3;
export const EVIDENCE_SIDES = ["buyer", "seller", "both"] as const;
export type EvidenceSides = (typeof EVIDENCE_SIDES)[number];

/** not_available: nothing is decided yet, or the viewer did not lose. */
export const APPEAL_STATES = ["available", "not_available", "expired", "appealed"] as const;
