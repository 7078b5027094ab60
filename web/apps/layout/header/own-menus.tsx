/** The parts of the header for signed-in users; visitors never load it. */
import type { SessionUser } from "#contract/platform/page.ts";
import { AccountMenu } from "./account-menu.tsx";
import { NewTrade } from "./new-trade.tsx";
import { NoticesMenu } from "./notices-menu.tsx";
import { useAccountNews } from "./use-account-news.ts";
import { useActiveTrades } from "./use-active-trades.ts";

export type OwnProps = { session: SessionUser; onActiveTrades: (count: number) => void };

export function OwnMenus({ session, onActiveTrades }: OwnProps) {
  useActiveTrades(session, onActiveTrades);
  useAccountNews();
  return (
    <>
      <NoticesMenu session={session} />
      <AccountMenu session={session} />
      <NewTrade session={session} />
    </>
  );
}
