/** Reads a telephone number as people write it. What takes no codes, or costs extra, is refused. */
import {
  type CountryCode,
  isSupportedCountry,
  ParseError,
  type PhoneNumber,
  parsePhoneNumberWithError,
} from "libphonenumber-js/max";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import { typedCode } from "#contract/platform/typed-numbers.ts";
import type { CodeChannel } from "../../platform/outside/providers/code-carrier.ts";

export type ReadNumber = {
  /** E.164: + and digits. */
  readonly number: string;
  readonly country: string;
  readonly callingCode: string;
  /** The last two digits. */
  readonly hint: string;
};

type Written = { readonly text: string; readonly channel: CodeChannel; readonly homeCountry: string };

/** Refuses phone.unreadable, phone.invalid, phone.wrong_type, and phone.no_texts for a landline that wants no call. */
export function readNumber({ text, channel, homeCountry }: Written): ReadNumber {
  const parsed = parse(text, homeCountry);
  if (!parsed.isValid() || !parsed.country) throw fieldRefusal("phone.invalid", "phone");
  const type = parsed.getType();
  if (type === "FIXED_LINE" && channel === "sms") throw fieldRefusal("phone.no_texts", "phone");
  // Premium, shared-cost and personal numbers pay their owners; toll-free and internet numbers are free to have by thousands.
  const isPersonal = type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE" || type === "FIXED_LINE";
  if (!isPersonal) throw fieldRefusal("phone.wrong_type", "phone");
  const { number, country, countryCallingCode: callingCode } = parsed;
  return { number, country, callingCode, hint: number.slice(-2) };
}

/** One that airtime can go to. Refuses phone.unreadable, phone.invalid and phone.wrong_type. */
export function readMobileNumber(
  text: string,
  homeCountry: string,
): { readonly number: string; readonly country: string } {
  const parsed = parse(text, homeCountry);
  if (!parsed.isValid() || !parsed.country) throw fieldRefusal("phone.invalid", "phone");
  const type = parsed.getType();
  if (type !== "MOBILE" && type !== "FIXED_LINE_OR_MOBILE") throw fieldRefusal("phone.wrong_type", "phone");
  return { number: parsed.number, country: parsed.country };
}

/** "+234 803 123 4567", of a number in E.164. */
export function spacedNumber(number: string): string {
  return parsePhoneNumberWithError(number).formatInternational();
}

/** The country and the digits, of a number in E.164. */
export function callingParts(number: string): { readonly countryCode: string; readonly number: string } {
  return { countryCode: parsePhoneNumberWithError(number).country ?? "", number: number.slice(1) };
}

function parse(text: string, homeCountry: string): PhoneNumber {
  const plain = typedCode(text);
  try {
    return isSupportedCountry(homeCountry)
      ? parsePhoneNumberWithError(plain, { defaultCountry: homeCountry as CountryCode, extract: false })
      : parsePhoneNumberWithError(plain, { extract: false });
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const isLength = error.message === "TOO_SHORT" || error.message === "TOO_LONG";
    throw fieldRefusal(isLength ? "phone.invalid" : "phone.unreadable", "phone");
  }
}
