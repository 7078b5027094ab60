import { embeddedApp } from "#sdk/embedded-app.tsx";
import { screens } from "./screens.ts";

export const mount = embeddedApp(screens);
