/** Notifications of users. */
export { module } from "./module.ts";

export { sendNotifications } from "./channels/send-notification.ts";
export { chooseChannels } from "./channels/choose-channels.ts";
export { mountOneClick } from "./channels/one-click.ts";
/** Unread notices are counted so far. */
export { MOST_UNREAD } from "./rows.ts";
/** For conversations: what was read there waits for nobody. */
export { markSubjectsRead } from "./rows.ts";
/** Browsers of somebody that take notifications of the app. */
export { countDevices } from "./channels/device-rows.ts";
/** What a link from an email would stop. */
export { readStopLink } from "./channels/stop-emails.ts";
