/** Jobs of the leading process for the staff. */
import type { Job } from "../../platform/app-ports.ts";
import { announcementJobs } from "./views/announcements.ts";
import { timelineJobs } from "./cluster/note-timeline.ts";
import { bookJobs } from "./checks/check-books.ts";

export const jobs: readonly Job[] = [...bookJobs, ...announcementJobs, ...timelineJobs];
