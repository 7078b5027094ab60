/** Settings: values with a default in the code that staff may change. */
export { module } from "./module.ts";
/** Changes one setting and keeps who did it. */
export { changeSetting, refuseEmptyBounds } from "./change-setting.ts";
/** Sets what differs in this kind of market; what staff chose stays. */
export { presetSettings } from "./preset-settings.ts";
/** The values of some settings, in one query. */
export { readSettings } from "./read-settings.ts";
/** Every setting with its default. */
export { SETTINGS, type SettingName } from "./settings.ts";
/** What the database holds settings to. */
export { fitsSetting, isSettingName, settingRule } from "./setting-rules.ts";
