/** What the reader accepted of a policy, and the button that accepts the version in force. */
import { useState } from "react";
import type { PolicyLine } from "#contract/people/policy-names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { Button } from "#ui/button.tsx";

export function PolicyState({ first }: { readonly first: PolicyLine }) {
  const page = usePage();
  const t = useT();
  const [line, setLine] = useState(first);
  const { policy, version, isForAll, accepted, isDue } = line;
  const accept = useAction(async () => {
    const { acceptPolicy } = await import("#contract/people/policies.ts");
    const { data } = await page.call(acceptPolicy, { body: { policy, version } });
    // The line above the page goes with it.
    if (isDue && !data.some((one) => one.isDue))
      for (const banner of document.querySelectorAll('[data-banner="policy_due"]')) banner.remove();
    setLine(data.find((one) => one.policy === policy) ?? line);
  });
  const isAccepted = accepted?.version === version;
  const asksForIt = !isAccepted && (isDue || !isForAll);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="grid min-w-0 gap-0.5 text-sm">
        <a className="font-medium underline" href={page.href(`legal/${policy}`, undefined)}>
          {t(`policies.name.${policy}`)}
        </a>
        <p className="text-muted" role="status">
          {accepted ? (
            <>
              {t("policies.accepted", { version: accepted.version })} <LocalTime at={accepted.at} />
            </>
          ) : (
            t(isForAll ? "policies.at_registration" : "policies.not_yet")
          )}
        </p>
        {!isAccepted && isDue && <p className="text-warn">{t("policies.new", { version })}</p>}
      </div>
      {asksForIt && (
        <Button
          size="sm"
          look={isDue ? "primary" : "secondary"}
          isBusy={accept.isRunning}
          onClick={() => void accept.run()}
        >
          {t("policies.accept", { version })}
        </Button>
      )}
    </div>
  );
}
