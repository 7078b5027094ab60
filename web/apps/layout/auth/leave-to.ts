/** Goes on after signing in, but only to a path of ours. */
import { localized, splitLocale } from "#contract/paths.ts";
import { leave } from "#sdk/leave.ts";
import type { PageKit } from "#sdk/page-kit.ts";

export function leaveTo(page: PageKit, path: string): Promise<void> {
  const isOurs = /^\/(?![/\\])/.test(path) && new URL(path, location.origin).origin === location.origin;
  const target = isOurs ? path : "/";
  return leave(splitLocale(target).locale === page.locale ? target : localized(page.locale, splitLocale(target).rest));
}
