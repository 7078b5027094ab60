/** Imported first: the application does not log failures that are injected on purpose. */
process.env.LOG_LEVEL ??= "silent";
