/** A banner goes when what it says is over, also in another tab: an email is confirmed, a restriction is lifted. */
import { RESTRICTION_STATES } from "#contract/restriction-names.ts";
import type { PageKit } from "#sdk/page-kit.ts";

export function watchBanners({ session }: PageKit): void {
  session.subscribe(() => {
    const now = session.get();
    if (!now) return;
    if (now.isEmailConfirmed) banner("verify_email")?.remove();
    for (const state of RESTRICTION_STATES) if (!now.restrictions.includes(state)) banner(state)?.remove();
  });
}

const banner = (kind: string) => document.querySelector(`[data-banner="${kind}"]`);
