/** The user's notifications: a row for each event, a column for each channel; every box is saved at once. */
import { type Area, AREAS, type Channel, CHANNELS } from "#contract/reach/notification-channels.ts";
import type { NotificationSettings } from "#contract/reach/notifications.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useLive } from "#sdk/live/use-live.ts";
import { Alert } from "#ui/alert.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Deliveries } from "./deliveries.tsx";
import { MailFields } from "./mail-fields.tsx";
import { PushRow } from "./push-row.tsx";
import { SettingsCard } from "../settings-card.tsx";
import { TelegramRow } from "./telegram-row.tsx";

const KEY = ["notification-settings"] as const;
type Event = NotificationSettings["events"][number];
type Choose = (event: Event, channel: Channel, isOn: boolean) => void;

export function NotificationsCard() {
  const t = useT();
  const page = usePage();
  const { data, error, refetch } = usePageQuery<NotificationSettings>({
    queryKey: [...KEY],
    queryFn: async () => {
      const { getNotificationSettings } = await import("#contract/reach/notifications.ts");
      return (await page.call(getNotificationSettings, {})).data;
    },
  });
  // A notification reports a chat that was linked from Telegram.
  useLive("user", ({ type }) => void (type === "notification" && data?.telegram.name === null && refetch()));
  const merge = useMerge<NotificationSettings>(KEY);
  const put = (event: string, channels: Channel[]) =>
    merge((known) => ({
      ...known,
      events: known.events.map((one) => (one.event === event ? { ...one, channels } : one)),
    }));
  const save = useAction(
    async (event: string, channels: Channel[], before: Channel[]) => {
      put(event, channels);
      const { saveSettings } = await import("#contract/people/accounts.ts");
      try {
        await page.call(saveSettings, { body: { notifications: { [event]: channels } } });
      } catch (refused) {
        put(event, before);
        throw refused;
      }
    },
    { lane: (event) => event },
  );
  const choose: Choose = ({ event, channels }, channel, isOn) =>
    void save.run(event, isOn ? [...channels, channel] : channels.filter((one) => one !== channel), channels);
  return (
    <SettingsCard title={t("account.notify.title")} lead={t("account.notify.lead")}>
      {error && <Alert kind="danger">{error.message}</Alert>}
      {!data && !error && <Spinner />}
      {data && (
        <>
          <Matrix events={data.events} climbMinutes={data.climbMinutes} choose={choose} />
          <PushRow devices={data.devices} />
          <TelegramRow telegram={data.telegram} onChange={(telegram) => merge((known) => ({ ...known, telegram }))} />
          <Deliveries />
          <MailFields
            mailPhrase={data.mailPhrase}
            language={data.language}
            interval={data.interval}
            mostInterval={data.mostInterval}
          />
        </>
      )}
    </SettingsCard>
  );
}

type Shown = { readonly events: readonly Event[]; readonly climbMinutes: number; readonly choose: Choose };

function Matrix({ events, climbMinutes, choose }: Shown) {
  const t = useT();
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{t("account.notify.title")}</caption>
      <thead>
        <tr className="text-2xs text-muted">
          <td />
          {CHANNELS.map((channel) => (
            <th key={channel} scope="col" className="w-12 px-0.5 py-2 text-center font-medium">
              {t(`account.notify.channel.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      {AREAS.map((area) => (
        <AreaRows
          key={area}
          area={area}
          events={events.filter((one) => one.area === area)}
          climbMinutes={climbMinutes}
          choose={choose}
        />
      ))}
    </table>
  );
}

function AreaRows({ area, events, climbMinutes, choose }: Shown & { readonly area: Area }) {
  const t = useT();
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={CHANNELS.length + 1} className="pt-4 pb-1 text-start font-semibold">
          {t(`account.notify.area.${area}`)}
          {area !== "wallet" && (
            <span className="block text-xs font-normal text-muted">
              {area === "security"
                ? t("account.notify.always_on")
                : t("account.notify.climbs", { minutes: climbMinutes })}
            </span>
          )}
        </th>
      </tr>
      {events.map((one) => (
        <tr key={one.event} className="border-t border-line">
          <th scope="row" className="py-1 pe-2 text-start font-normal">
            {t.maybe(`notifications.title.${one.event}`, t("notices.other"))}
          </th>
          {CHANNELS.map((channel) => (
            <td key={channel} className="text-center">
              <Box event={one} channel={channel} choose={choose} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** The whole cell is the target. */
function Box({ event, channel, choose }: { event: Event; channel: Channel; choose: Choose }) {
  const t = useT();
  const isFixed = event.fixed.includes(channel);
  return (
    <label className="flex min-h-11 cursor-pointer items-center justify-center has-disabled:cursor-default">
      <input
        type="checkbox"
        className="size-5 rounded-sm accent-(--brand) disabled:opacity-55"
        aria-label={`${t.maybe(`notifications.title.${event.event}`, t("notices.other"))}: ${t(`account.notify.channel.${channel}`)}`}
        checked={event.channels.includes(channel)}
        disabled={isFixed}
        onChange={({ target }) => choose(event, channel, target.checked)}
      />
    </label>
  );
}
