/** What changes about the signed-in person while the page is open, in whatever tab or on whatever device it was done. */
import type { SessionUser } from "#contract/page.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useLive } from "#sdk/use-live.ts";

export function useAccountNews(): void {
  const page = usePage();
  useLive("user", ({ type, payload }) => {
    const session = page.session.get();
    if (type !== "session.changed" || !session) return;
    const { isEmailConfirmed } = payload as Partial<Pick<SessionUser, "isEmailConfirmed">>;
    if (isEmailConfirmed !== undefined) page.session.set({ ...session, isEmailConfirmed });
  });
}
