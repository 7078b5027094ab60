/** A message with its signatures as the manual of webhooks shows it, and code that verifies it. A test makes the same bytes. */
import sample from "./sample.json" with { type: "json" };

/** Of a key and a secret that nothing else uses. */
export const SAMPLE = sample.message;

/** By the name of the language; each says whether a request is ours from the bytes of its body as they came. */
export const SAMPLE_CODE = sample.code;
export type SampleLanguage = keyof typeof SAMPLE_CODE;
