/** Goes on after signing in, but only to a path of ours. */
import { ownPath } from "#contract/platform/own-path.ts";
import { localized, splitLocale } from "#contract/platform/localized.ts";
import { leave } from "#sdk/state/leave.ts";
import type { PageKit } from "#sdk/page-kit.ts";

export function leaveTo(page: PageKit, path: string): Promise<void> {
  const target = ownPath(path) ?? "/";
  return leave(splitLocale(target).locale === page.locale ? target : localized(page.locale, splitLocale(target).rest));
}
