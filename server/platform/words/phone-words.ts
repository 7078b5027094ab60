/** Telephone numbers in a text, in digits or in words; years, amounts, dates and hours are none. Pure and linear. */

const NUMBER = /(?<![\p{L}\p{N}#.,])[+(]{0,2}\d(?:(?:[\s().\-–—_*·•]{0,3}|\/)\d){6,40}/gu;

export function hasPhoneNumber(plain: string, { strict = false } = {}): boolean {
  for (const match of plain.matchAll(NUMBER)) {
    const { 0: raw, index } = match;
    const before = plain.slice(Math.max(0, index - 30), index);
    const after = plain.slice(index + raw.length, index + raw.length + 20);
    if (isPhone({ raw, before, after }, strict)) return true;
  }
  return hasWordedNumber(plain);
}

type Found = { readonly raw: string; readonly before: string; readonly after: string };

const CALLS =
  /(?<!\p{L})(?:call|phone|mobile|cell|tel|telefone?|whats\s?app|wa|viber|sms|ring|dial|ll[aá]m\p{L}*|celular|m[oó]vil|ligue|zap|wpp|handy|ruf\p{L}*|appel\p{L}*|позвон\p{L}*|звон\p{L}*|тел|هاتف\p{L}*|اتصل\p{L}*|جوال\p{L}*|واتس\p{L}*)(?!\p{L})\P{Nd}{0,15}$/iu;
const ACCOUNTS =
  /(?<!\p{L})(?:iban|acc(?:oun)?t|konto|cuenta|conta|compte|clabe|cbu|cvu|ref\p{L}*|invoice|order|bin|id|txid|счет|счёт|حساب)\.?\s?(?:no|nr|number|número|numero)?\P{L}{0,4}$/iu;

function isPhone({ raw, before, after }: Found, strict: boolean): boolean {
  const parts = raw.match(/\d+/g) ?? [];
  const count = parts.join("").length;
  if (count > 15) return false;
  const isAbroad = /^[(]?\+/.test(raw) || /(?:^|\()\+\(?$/.test(before) || /^00[1-9]/.test(raw);
  if (parts.filter(({ length }) => length === 1).length >= 7 || CALLS.test(before)) return true;
  if (isAmount({ raw, before, after }, isAbroad)) return false;
  if (isAbroad) return count >= (strict ? 8 : 9);
  if (ACCOUNTS.test(before) || isTime(parts) || isRange(raw, parts)) return false;
  const isLocal = raw.replace("(", "").startsWith("0") && parts.length > 1 && count >= 10 && count <= 11;
  return isLocal || (strict && count >= 8);
}

const UNITS_AFTER =
  /^\s{0,2}(?:[€$£¥₦₹₽₺₴₱₫%]|(?-i:[A-Z]{3,4}(?!\p{L}))|usdt?|eur|btc|sats?|k(?!\p{L})|mill?\p{L}*|mio|trades?|trading|traded|operaci\p{L}*|operad\p{L}*|negoci\p{L}*|volum\p{L}*|deals?|orders?|pesos?|euros?|dollars?|dólares|reais|naira|сдел\p{L}*|руб\p{L}*|صفق\p{L}*|ريال|جنيه|دينار|درهم|دولار)/iu;
const UNITS_BEFORE = /(?:[€$£¥₦₹₽₺₴₱₫]|(?<!\p{L})(?-i:[A-Z]{3,4})|usdt?|eur|btc)\s{0,2}$/iu;

/** In groups of three, or with its unit. A number of a country in groups of three has no such groups of noughts. */
function isAmount({ raw, before, after }: Found, isAbroad: boolean): boolean {
  if (!/^[+(]*00/.test(raw) && (UNITS_AFTER.test(after) || UNITS_BEFORE.test(before))) return true;
  const isGrouped = /^\+?[1-9]\d{0,2}(?:([.\s])\d{3})(?:\1\d{3})+$/.test(raw);
  return isGrouped && (!isAbroad || /000$/.test(raw));
}

const isYear = (part: string) => /^(?:19|20)\d\d$/.test(part);

/** Years, a date, or two times of a day. */
function isTime(parts: readonly string[]): boolean {
  const others = parts.filter((part) => !isYear(part));
  if (others.length < parts.length && others.join("").length < 7) return true;
  const [fromHour = 99, fromMinute = 99, toHour = 99, toMinute = 99] = parts.map(Number);
  const isShort = parts.length === 4 && parts.every(({ length }) => length <= 2);
  return isShort && fromHour <= 24 && toHour <= 24 && fromMinute < 60 && toMinute < 60;
}

/** From one round amount to another. */
const isRange = (raw: string, parts: readonly string[]) =>
  parts.length === 2 && /\d\s{0,2}[-–—]\s{0,2}\d/.test(raw) && parts.every((part) => /^[1-9]\d*00$/.test(part));

const DIGIT_WORDS = new Set(
  (
    "zero oh nought one two three four five six seven eight nine double triple cero uno dos tres cuatro cinco seis siete ocho nueve " +
    "um dois três tres quatro sete oito nove zéro un deux trois quatre cinq sept huit neuf null eins zwei drei vier fünf sechs sieben acht neun " +
    "ноль один два три четыре пять шесть семь восемь девять صفر واحد اثنان اثنين ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة"
  ).split(" "),
);

/** Seven digits in a row, three of them at least as words. */
function hasWordedNumber(plain: string): boolean {
  let [digits, words] = [0, 0];
  for (const [token] of plain.toLowerCase().matchAll(/[\p{L}\p{M}]+|\d+/gu)) {
    const isWord = DIGIT_WORDS.has(token);
    if (!isWord && !/^\d{1,4}$/.test(token)) {
      [digits, words] = [0, 0];
      continue;
    }
    digits += isWord ? 1 : token.length;
    words += isWord ? 1 : 0;
    if (digits >= 7 && words >= 3) return true;
  }
  return false;
}
