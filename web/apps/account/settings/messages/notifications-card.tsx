/** The user's notifications: a switch for each group and channel, and below it one for each event; every box is saved at once. */
import { type Area, AREAS, type Channel } from "#contract/reach/notification-channels.ts";
import type { NotificationSettings } from "#contract/reach/notifications.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useLive } from "#sdk/live/use-live.ts";
import { Alert } from "#ui/alert.tsx";
import { Icon } from "#ui/icon.tsx";
import { chevronDown } from "#ui/icons/shapes.ts";
import { Spinner } from "#ui/spinner.tsx";
import { Deliveries } from "./deliveries.tsx";
import { MailFields } from "./mail-fields.tsx";
import { PushRow } from "./push-row.tsx";
import { SettingsCard } from "../settings-card.tsx";
import { SettingsCards } from "../settings-frame.tsx";
import { shownChannels, stateOf, withChannel } from "./shown-channels.ts";
import { TelegramRow } from "./telegram-row.tsx";

const KEY = ["notification-settings"] as const;
type Event = NotificationSettings["events"][number];
type Choices = Readonly<Record<string, Channel[]>>;

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
  const put = (choices: Choices) =>
    merge((known) => ({
      ...known,
      events: known.events.map((one) => ({ ...one, channels: [...(choices[one.event] ?? one.channels)] })),
    }));
  const save = useAction(
    async (choices: Choices, before: Choices) => {
      put(choices);
      const { saveSettings } = await import("#contract/people/accounts.ts");
      try {
        await page.call(saveSettings, { body: { notifications: choices } });
      } catch (refused) {
        put(before);
        throw refused;
      }
    },
    { lane: (choices) => Object.keys(choices).join(" ") },
  );
  const choose = (events: readonly Event[], channel: Channel, isWanted: boolean) => {
    const choices = withChannel(events, channel, isWanted);
    const before = Object.fromEntries(
      events.filter(({ event }) => event in choices).map(({ event, channels }) => [event, channels]),
    );
    if (Object.keys(choices).length > 0) void save.run(choices, before);
  };
  return (
    <>
      {error && <Alert kind="danger">{error.message}</Alert>}
      {!data && !error && <Spinner />}
      {data && (
        <>
          <Groups data={data} choose={choose} />
          <SettingsCards>
            <SettingsCard title={t("account.notify.places")}>
              <PushRow devices={data.devices} />
              {shownChannels(data).includes("telegram") && (
                <TelegramRow
                  telegram={data.telegram}
                  onChange={(telegram) => merge((known) => ({ ...known, telegram }))}
                />
              )}
              <Deliveries channels={shownChannels(data)} />
            </SettingsCard>
            <SettingsCard title={t("account.notify.emails")}>
              <MailFields
                mailPhrase={data.mailPhrase}
                language={data.language}
                interval={data.interval}
                mostInterval={data.mostInterval}
              />
            </SettingsCard>
          </SettingsCards>
        </>
      )}
    </>
  );
}

type Choose = (events: readonly Event[], channel: Channel, isWanted: boolean) => void;
type Shown = { readonly data: NotificationSettings; readonly choose: Choose };

function Groups({ data, choose }: Shown) {
  const t = useT();
  const channels = shownChannels(data);
  return (
    <SettingsCard title={t("account.notify.title")} lead={t("account.notify.lead")}>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{t("account.notify.title")}</caption>
        <Head channels={channels} />
        <tbody>
          {AREAS.map((area) => (
            <tr key={area} className="border-t border-line">
              <th scope="row" className="py-2 pe-2 text-start font-medium">
                {t(`account.notify.area.${area}`)}
                {area !== "wallet" && (
                  <span className="block text-xs font-normal text-muted">
                    {area === "security"
                      ? t("account.notify.always_on")
                      : t("account.notify.climbs", { minutes: data.climbMinutes })}
                  </span>
                )}
              </th>
              {channels.map((channel) => (
                <td key={channel} className="text-center">
                  <Box
                    events={data.events.filter((one) => one.area === area)}
                    channel={channel}
                    name={t(`account.notify.area.${area}`)}
                    choose={choose}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {AREAS.map((area) => (
        <Customize key={area} area={area} data={data} choose={choose} />
      ))}
    </SettingsCard>
  );
}

function Head({ channels }: { channels: readonly Channel[] }) {
  const t = useT();
  return (
    <thead>
      <tr className="text-2xs text-muted">
        <td />
        {channels.map((channel) => (
          <th key={channel} scope="col" className="w-12 px-0.5 py-2 text-center font-medium">
            {t(`account.notify.channel.${channel}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Each event of a group; closed until somebody wants that. */
function Customize({ area, data, choose }: Shown & { readonly area: Area }) {
  const t = useT();
  const channels = shownChannels(data);
  const name = t(`account.notify.area.${area}`);
  return (
    <details className="border-t border-line pt-2">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-sm font-medium text-brand">
        <Icon shape={chevronDown} />
        {t("account.notify.customize", { area: name })}
      </summary>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{name}</caption>
        <Head channels={channels} />
        <tbody>
          {data.events
            .filter((one) => one.area === area)
            .map((one) => {
              const title = t.maybe(`notifications.title.${one.event}`, t("notices.other"));
              return (
                <tr key={one.event} className="border-t border-line">
                  <th scope="row" className="py-1 pe-2 text-start font-normal">
                    {title}
                  </th>
                  {channels.map((channel) => (
                    <td key={channel} className="text-center">
                      <Box events={[one]} channel={channel} name={title} choose={choose} />
                    </td>
                  ))}
                </tr>
              );
            })}
        </tbody>
      </table>
    </details>
  );
}

type BoxProps = {
  readonly events: readonly Event[];
  readonly channel: Channel;
  readonly name: string;
  readonly choose: Choose;
};

/** The whole cell is the target. A group of which only some go by this channel is neither on nor off. */
function Box({ events, channel, name, choose }: BoxProps) {
  const t = useT();
  const { isAll, isSome, isFixed } = stateOf(events, channel);
  return (
    <label className="flex min-h-11 cursor-pointer items-center justify-center has-disabled:cursor-default">
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = isSome && !isAll;
        }}
        className="size-5 rounded-sm accent-(--brand) disabled:opacity-55"
        aria-label={`${name}: ${t(`account.notify.channel.${channel}`)}`}
        checked={isAll}
        disabled={isFixed}
        onChange={() => choose(events, channel, !isAll)}
      />
    </label>
  );
}
