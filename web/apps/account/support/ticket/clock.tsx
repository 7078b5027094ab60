/** When staff will have answered, or that they are late; the server said the times. */
import type { TicketRow } from "#contract/reach/support/support.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";

const EVERY_MS = 30_000;

export function useIsLate(answerBy: string | null): boolean {
  const now = useNow(EVERY_MS);
  return answerBy !== null && Date.parse(answerBy) <= now;
}

/** In a list. */
export function ClockLine({ ticket: { answerBy, status } }: { readonly ticket: TicketRow }) {
  const t = useT();
  const isLate = useIsLate(answerBy);
  if (!answerBy) return null;
  return (
    <span className={isLate ? "font-medium text-bad" : "text-muted"}>
      {t.rich(status === "new" ? "support.clock.first_by" : "support.clock.answer_by", {
        time: () => <LocalTime key="time" at={answerBy} />,
      })}
    </span>
  );
}

/** Above a thread. */
export function ClockNotice({ ticket }: { readonly ticket: TicketRow }) {
  const t = useT();
  const { answerBy, solveBy, status } = ticket;
  const isLate = useIsLate(answerBy);
  if (answerBy)
    return (
      <Alert kind={isLate ? "warning" : "info"}>
        {isLate ? (
          t.rich("support.clock.late", { time: () => <LocalTime key="time" at={answerBy} /> })
        ) : (
          <span className="flex flex-wrap gap-x-3">
            <ClockLine ticket={ticket} />
            {solveBy && (
              <span className="text-muted">
                {t.rich("support.clock.solve_by", { time: () => <LocalTime key="time" at={solveBy} /> })}
              </span>
            )}
          </span>
        )}
      </Alert>
    );
  if (status === "new" || status === "open") return null;
  return <Alert kind={status === "solved" ? "success" : "info"}>{t(`support.clock.${status}`)}</Alert>;
}
