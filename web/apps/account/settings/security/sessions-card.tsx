/** Where one is signed in, and signing out there. */
import { useState } from "react";
import type { SettingsSecurityProps } from "#contract/people/pages.ts";
import { deviceText } from "#sdk/words/device-text.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Row, Rows } from "#ui/rows.tsx";
import { SettingsCard } from "../settings-card.tsx";

export function SessionsCard({ sessions: first }: Pick<SettingsSecurityProps, "sessions">) {
  const page = usePage();
  const t = useT();
  const [sessions, setSessions] = useState(first);
  const end = useAction(async (id: string) => {
    const { endSession } = await import("#contract/people/sign-in/auth.ts");
    setSessions((await page.call(endSession, { params: { id } })).data);
  });
  const endOthers = useAction(async () => {
    const { endOtherSessions } = await import("#contract/people/sign-in/auth.ts");
    setSessions((await page.call(endOtherSessions, {})).data);
    page.toast("success", t("account.sessions.ended"));
  });
  return (
    <SettingsCard title={t("account.sessions.title")} lead={t("account.sessions.lead")}>
      <Rows>
        {sessions.map((session) => (
          <Row key={session.id}>
            <span className="grid min-w-0 flex-1 text-sm">
              <bdi className="font-medium break-words">{deviceText(t, session.device)}</bdi>
              <span className="text-xs text-muted">
                {session.place !== null && <>{session.place} · </>}
                <bdi>{session.ip}</bdi> · <LocalTime at={session.seenAt} />
              </span>
            </span>
            {session.isCurrent ? (
              <Badge tone="good">{t("account.sessions.here")}</Badge>
            ) : (
              <Button
                look="quiet"
                size="sm"
                className="-me-3"
                isBusy={end.isRunning}
                onClick={() => void end.run(session.id)}
              >
                {t("account.sessions.end")}
              </Button>
            )}
          </Row>
        ))}
      </Rows>
      {sessions.length > 1 && (
        <Button
          look="secondary"
          className="justify-self-start"
          isBusy={endOthers.isRunning}
          onClick={() => void endOthers.run()}
        >
          {t("account.sessions.end_others")}
        </Button>
      )}
    </SettingsCard>
  );
}
