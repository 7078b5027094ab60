import { embeddedApp, type ScreenComponent } from "#sdk/embedded-app.tsx";
import app from "./app.json";

export const mount = embeddedApp(app, import.meta.glob<ScreenComponent>("./**/*-screen.tsx", { import: "default" }));
