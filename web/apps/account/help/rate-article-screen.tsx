/** Below an article of the help: was it of use? */
import { useState } from "react";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PartScreen } from "#sdk/screen.ts";
import { Button } from "#ui/button.tsx";

export const screen: PartScreen = { texts: ["help.rate"] };

export default function RateArticleScreen({ article }: { readonly article: string }) {
  const page = usePage();
  const t = useT();
  const [voted, setVoted] = useState<boolean | null>(null);
  const [isSending, setSending] = useState(false);
  const vote = async (isHelpful: boolean) => {
    setSending(true);
    try {
      const { voteForArticle } = await import("#contract/site/help.ts");
      await page.call(voteForArticle, { body: { article, isHelpful } });
      setVoted(isHelpful);
    } catch {
      page.toast("error", t("shell.error.generic"));
    }
    setSending(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="text-sm font-semibold">{t("help.rate.question")}</p>
      {[true, false].map((isHelpful) => (
        <Button
          key={String(isHelpful)}
          look="quiet"
          size="sm"
          aria-pressed={voted === isHelpful}
          disabled={isSending}
          onClick={() => void vote(isHelpful)}
        >
          {t(isHelpful ? "help.rate.yes" : "help.rate.no")}
        </Button>
      ))}
      <p role="status" className="text-sm text-muted">
        {voted !== null && t(voted ? "help.rate.thanks" : "help.rate.thanks_no")}
      </p>
    </div>
  );
}
