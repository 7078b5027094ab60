// What `npm run campaign -- restore` runs.
import { openStage } from "../stage.ts";
import { proveRestore } from "./restore.ts";

proveRestore(await openStage(1, { archives: true }));
