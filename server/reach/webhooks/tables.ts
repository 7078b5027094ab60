import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  webhook_endpoints: [],
  webhook_subjects: [],
  webhook_messages: [],
  webhook_deliveries: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  webhook_endpoints: {
    ownData: { section: "webhooks" },
    retention: { kept: "kept until its owner removes it" },
    closing: "erased",
  },
  webhook_subjects: {
    ownData: { none: "the last number of each subject, which the messages have" },
    retention: { by: "webhook_subjects", after: "a year after the last message" },
    closing: "erased",
  },
  webhook_messages: {
    ownData: { section: "webhook_messages" },
    retention: { by: "webhook_messages", after: "30 days" },
    closing: "erased",
  },
  webhook_deliveries: {
    ownData: { none: "tries of messages, which are in it" },
    retention: { by: "webhook_deliveries", after: "30 days" },
    closing: { erasedWith: "webhook_endpoints" },
  },
};
