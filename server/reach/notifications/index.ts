/** Notifications of users. */
export { module } from "./module.ts";

export { sendNotifications } from "./channels/sending/notification.ts";
export { chooseChannels } from "./channels/choose-channels.ts";
export { mountOneClick, mountOneClickAt } from "./channels/one-click.ts";
/** Unread notices are counted so far. */
export { MOST_UNREAD } from "./rows.ts";
/** For conversations: what was read there waits for nobody. */
export { markSubjectsRead } from "./rows.ts";
/** Browsers of a user that receive notifications of the app. */
export { countDevices } from "./channels/device-rows.ts";
/** The emails that a link would stop. */
export { readStopLink } from "./channels/stop-emails.ts";
