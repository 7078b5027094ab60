/** Goes to the page of a provider of accounts, which leads back to one address for all languages: this one is kept. */
import { leaveForProvider } from "#sdk/state/leave.ts";
import type { PageKit } from "#sdk/page-kit.ts";

const KEY = "social-locale";

export function goToProvider({ locale }: PageKit, location: string): Promise<void> {
  sessionStorage.setItem(KEY, locale);
  return leaveForProvider(location);
}

/** In which language it began; null where it began in another tab. */
export function takeLocale(): string | null {
  const locale = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return locale;
}
