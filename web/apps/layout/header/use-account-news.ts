import { usePage } from "#sdk/page-kit.ts";
import { useLive } from "#sdk/live/use-live.ts";

export function useAccountNews(): void {
  const page = usePage();
  useLive("user", ({ type, payload }) => {
    const session = page.session.get();
    if (type !== "session.changed" || !session) return;
    page.session.set({ ...session, ...payload });
  });
}
