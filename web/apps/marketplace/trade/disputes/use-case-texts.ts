/** The texts of a case, which only its moderators need. */
import { loadTexts } from "#sdk/words/late-texts.ts";
import { usePage } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";

export function useCaseTexts(): { readonly isThere: boolean; readonly isError: boolean } {
  const page = usePage();
  const { data, isError } = usePageQuery({
    queryKey: ["texts", "room"],
    queryFn: async () => {
      await Promise.all([loadTexts(page, "room"), loadTexts(page, "disputes")]);
      return true;
    },
  });
  return { isThere: data === true, isError };
}
