/** A banner goes when what it says is over, also in another tab: an email is confirmed, a document approved, a restriction lifted. */
import type { PageKit } from "#sdk/page-kit.ts";

export function watchBanners({ session }: PageKit): void {
  session.subscribe(() => {
    const now = session.get();
    if (!now) return;
    if (now.isEmailConfirmed) document.querySelector('[data-banner="verify_email"]')?.remove();
    const { liveBanners } = now;
    if (liveBanners)
      for (const banner of document.querySelectorAll<HTMLElement>("[data-line]"))
        if (!liveBanners.includes(banner.dataset.line ?? "")) banner.remove();
    for (const banner of document.querySelectorAll<HTMLElement>("[data-restriction]"))
      if (!now.restrictions.includes(banner.dataset.restriction ?? "")) banner.remove();
  });
}
