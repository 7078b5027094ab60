/** Where the reader's documents stand, kept up to date while a review runs. */
import type { VerificationStanding } from "#contract/compliance/verification.ts";
import { usePage } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { useLive } from "#sdk/live/use-live.ts";

export function useStandings(first: readonly VerificationStanding[]) {
  const page = usePage();
  const { data: standings = first, refetch } = usePageQuery<readonly VerificationStanding[]>({
    queryKey: ["verification"],
    initialData: first,
    queryFn: async () => {
      const { listVerifications } = await import("#contract/compliance/verification.ts");
      return (await page.call(listVerifications, {})).data;
    },
  });
  // Each decision is told by a notification.
  useLive("user", ({ type }) => void (type === "notification" && refetch()));
  return { standings, refresh: () => refetch() };
}
