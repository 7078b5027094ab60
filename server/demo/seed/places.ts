/** Where the made-up traders live: country, currency, language, time zone, how many of them, and a family of names. */
import type { NameFamily } from "./names.ts";

export type Place = {
  readonly iso: string;
  readonly fiat: string;
  readonly locale: "en" | "es" | "ar";
  readonly timezone: string;
  /** How many traders of the 320 or so live here. */
  readonly traders: number;
  readonly names: NameFamily;
  readonly city: string;
};

const rows: [string, string, Place["locale"], string, number, NameFamily, string][] = [
  ["US", "USD", "en", "America/New_York", 34, "english", "Austin"],
  ["NG", "NGN", "en", "Africa/Lagos", 30, "nigerian", "Lagos"],
  ["KE", "KES", "en", "Africa/Nairobi", 15, "eastAfrican", "Nairobi"],
  ["GH", "GHS", "en", "Africa/Accra", 12, "ghanaian", "Accra"],
  ["IN", "INR", "en", "Asia/Kolkata", 14, "indian", "Pune"],
  ["GB", "GBP", "en", "Europe/London", 14, "english", "Leeds"],
  ["DE", "EUR", "en", "Europe/Berlin", 12, "german", "Leipzig"],
  ["BR", "BRL", "en", "America/Sao_Paulo", 10, "portuguese", "Recife"],
  ["MX", "MXN", "es", "America/Mexico_City", 10, "spanish", "Puebla"],
  ["CO", "COP", "es", "America/Bogota", 9, "spanish", "Medellín"],
  ["AR", "ARS", "es", "America/Argentina/Buenos_Aires", 9, "spanish", "Rosario"],
  ["ZA", "ZAR", "en", "Africa/Johannesburg", 9, "southAfrican", "Durban"],
  ["PH", "PHP", "en", "Asia/Manila", 9, "filipino", "Cebu"],
  ["ID", "IDR", "en", "Asia/Jakarta", 8, "indonesian", "Bandung"],
  ["VN", "VND", "en", "Asia/Ho_Chi_Minh", 7, "vietnamese", "Da Nang"],
  ["PK", "PKR", "en", "Asia/Karachi", 7, "arabic", "Lahore"],
  ["AE", "AED", "ar", "Asia/Dubai", 6, "arabic", "Sharjah"],
  ["EG", "EGP", "ar", "Africa/Cairo", 6, "arabic", "Alexandria"],
  ["SA", "SAR", "ar", "Asia/Riyadh", 5, "arabic", "Jeddah"],
  ["MA", "MAD", "ar", "Africa/Casablanca", 4, "arabic", "Fes"],
  ["TR", "TRY", "en", "Europe/Istanbul", 6, "turkish", "Izmir"],
  ["FR", "EUR", "en", "Europe/Paris", 6, "french", "Lyon"],
  ["ES", "EUR", "es", "Europe/Madrid", 6, "spanish", "Valencia"],
  ["IT", "EUR", "en", "Europe/Rome", 4, "italian", "Bologna"],
  ["NL", "EUR", "en", "Europe/Amsterdam", 4, "german", "Utrecht"],
  ["PE", "PEN", "es", "America/Lima", 4, "spanish", "Arequipa"],
  ["CL", "CLP", "es", "America/Santiago", 4, "spanish", "Valparaíso"],
  ["UA", "UAH", "en", "Europe/Kyiv", 4, "slavic", "Lviv"],
  ["PL", "PLN", "en", "Europe/Warsaw", 4, "slavic", "Kraków"],
  ["CZ", "CZK", "en", "Europe/Prague", 2, "slavic", "Brno"],
  ["KZ", "KZT", "en", "Asia/Almaty", 2, "slavic", "Almaty"],
  ["RO", "RON", "en", "Europe/Bucharest", 2, "italian", "Cluj"],
  ["HU", "HUF", "en", "Europe/Budapest", 2, "slavic", "Szeged"],
  ["SE", "SEK", "en", "Europe/Stockholm", 2, "nordic", "Malmö"],
  ["NO", "NOK", "en", "Europe/Oslo", 2, "nordic", "Bergen"],
  ["DK", "DKK", "en", "Europe/Copenhagen", 2, "nordic", "Aarhus"],
  ["CH", "CHF", "en", "Europe/Zurich", 2, "german", "Basel"],
  ["CA", "CAD", "en", "America/Toronto", 5, "english", "Calgary"],
  ["AU", "AUD", "en", "Australia/Sydney", 5, "english", "Brisbane"],
  ["NZ", "NZD", "en", "Pacific/Auckland", 2, "english", "Dunedin"],
  ["JP", "JPY", "en", "Asia/Tokyo", 3, "japanese", "Osaka"],
  ["KR", "KRW", "en", "Asia/Seoul", 3, "korean", "Busan"],
  ["TH", "THB", "en", "Asia/Bangkok", 3, "thai", "Chiang Mai"],
  ["MY", "MYR", "en", "Asia/Kuala_Lumpur", 3, "indonesian", "Penang"],
  ["SG", "SGD", "en", "Asia/Singapore", 2, "chinese", "Singapore"],
  ["HK", "HKD", "en", "Asia/Hong_Kong", 2, "chinese", "Kowloon"],
  ["TW", "TWD", "en", "Asia/Taipei", 2, "chinese", "Taichung"],
  ["BD", "BDT", "en", "Asia/Dhaka", 3, "indian", "Chittagong"],
  ["LK", "LKR", "en", "Asia/Colombo", 2, "indian", "Kandy"],
  ["NP", "NPR", "en", "Asia/Kathmandu", 2, "indian", "Pokhara"],
  ["TZ", "TZS", "en", "Africa/Dar_es_Salaam", 3, "eastAfrican", "Arusha"],
  ["UG", "UGX", "en", "Africa/Kampala", 3, "eastAfrican", "Kampala"],
  ["RW", "RWF", "en", "Africa/Kigali", 2, "eastAfrican", "Kigali"],
  ["ZM", "ZMW", "en", "Africa/Lusaka", 2, "southAfrican", "Lusaka"],
];

export const PLACES: readonly Place[] = rows.map(([iso, fiat, locale, timezone, traders, names, city]) => ({
  iso,
  fiat,
  locale,
  timezone,
  traders,
  names,
  city,
}));
