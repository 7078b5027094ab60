/** The banner that asks to confirm the email goes when that is done, also in another tab. */
import type { PageKit } from "#sdk/page-kit.ts";

export function watchBanners({ session }: PageKit): void {
  session.subscribe(() => {
    if (session.get()?.isEmailConfirmed) document.querySelector('[data-banner="verify_email"]')?.remove();
  });
}
