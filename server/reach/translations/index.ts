/** Translation of what other users wrote, by a program on this machine, for users who accept that. */
export { module } from "./module.ts";
/** At the start: whether this market has a translator. */
export { hasTranslations, translatorAsked, useTranslator } from "./translator.ts";
/** For pages. */
export { translationState } from "./accept.ts";
