/** The status of the reader's documents, updated during a review. */
import type { VerificationStanding } from "#contract/compliance/verification/verification.ts";
import { usePage } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { useLive } from "#sdk/live/use-live.ts";

export function useStandings(first: readonly VerificationStanding[]) {
  const page = usePage();
  const { data: standings = first, refetch } = usePageQuery<readonly VerificationStanding[]>({
    queryKey: ["verification"],
    initialData: first,
    queryFn: async () => {
      const { listVerifications } = await import("#contract/compliance/verification/verification.ts");
      return (await page.call(listVerifications, {})).data;
    },
  });
  // A notification reports each decision.
  useLive("user", ({ type }) => void (type === "notification" && refetch()));
  return { standings, refresh: () => refetch() };
}
