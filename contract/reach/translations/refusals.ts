/** Refusals of the translation of what others wrote. */
export const TRANSLATION_REFUSALS = {
  "translation.off": 404,
  "translation.not_accepted": 403,
  "translation.no_pair": 422,
  "translation.no_message": 404,
  "translation.changed": 422,
  "translation.failed": 503,
  "translation.busy": 503,
} as const;
