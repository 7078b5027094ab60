/** Check digits that no maintained library has: of the United States, Nigeria and Russia, as their central banks publish them. */

const weighed = (digits: string, weights: readonly number[]): number =>
  [...digits].reduce((sum, digit, place) => sum + Number(digit) * (weights[place % weights.length] ?? 0), 0);

/** Nine digits: a district of the Federal Reserve, and 3-7-1 over all of them ends in nought. */
export function isAbaNumber(text: string): boolean {
  return /^(0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$/.test(text) && weighed(text, [3, 7, 1]) % 10 === 0;
}

/** Ten digits of which the last follows from the bank's code and the nine before it (3-7-3). The code has three digits. */
export function isNuban(bankCode: string, text: string): boolean {
  if (!/^[0-9]{3}$/.test(bankCode) || !/^[0-9]{10}$/.test(text)) return false;
  return (10 - (weighed(bankCode + text.slice(0, 9), [3, 7, 3]) % 10)) % 10 === Number(text[9]);
}

const RU_WEIGHTS = [7, 1, 3];

/** Twenty digits whose ninth is a key that follows from the BIK: of a bank by its last three digits, of the central bank by its fifth and sixth. */
export function isRussianAccount(bik: string, text: string): boolean {
  if (!isBik(bik) || !/^[0-9]{20}$/.test(text)) return false;
  const isOfCentralBank = ["000", "001", "002"].includes(bik.slice(6));
  return weighed((isOfCentralBank ? `0${bik.slice(4, 6)}` : bik.slice(6)) + text, RU_WEIGHTS) % 10 === 0;
}

export const isBik = (text: string): boolean => /^0[0-9]{8}$/.test(text);
