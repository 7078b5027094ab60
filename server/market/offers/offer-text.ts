/** What may not stand in an offer's public words: ways to trade outside of escrow. Pure. */

const EMAIL = /[\w.+-]+\s*(@|\(at\)|\[at\])\s*[\w-]+\s*(\.|\(dot\)|\[dot\])\s*[a-z]{2,}/i;
const LINK = /\bhttps?:\/\/|\bwww\.|\bt\.me\/|\bwa\.me\//i;
const MESSENGER = /\b(whats\s?app|telegram|signal|wechat|viber|skype|discord|snapchat|instagram)\b.{0,12}[@:+\d]/i;
const PHONE = /\+\s?\d(?:[\s().-]*\d){8,}/;

export function holdsContactDetails(text: string): boolean {
  const folded = text.normalize("NFKC");
  return [EMAIL, LINK, MESSENGER, PHONE].some((pattern) => pattern.test(folded));
}
