/** Goes on after signing in, but only to a path of ours. */
import { localized, splitLocale } from "#contract/paths.ts";
import type { PageKit } from "#sdk/page-kit.ts";

export function leaveTo(page: PageKit, path: string): void {
  const isOurs = /^\/(?![/\\])/.test(path) && new URL(path, location.origin).origin === location.origin;
  const target = isOurs ? path : "/";
  location.assign(
    splitLocale(target).locale === page.locale ? target : localized(page.locale, splitLocale(target).rest),
  );
}
